"""What all tests share.

The corpus, the cases and thousands of items are loaded once and stay, so that garbage is looked for in what the tests
make and nowhere else. There are as many tests at a time as processors: what multiplies matrices on several would wait
for them and use them up in waiting.
"""

import gc
import os

import pytest

for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
