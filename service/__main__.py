"""`python -m service` is `arbitro`."""

import sys

from service.cli.main import main

sys.exit(main())
