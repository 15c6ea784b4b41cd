"""`python -m service` is `arbitro`."""

import sys

from service.cli import main

sys.exit(main())
