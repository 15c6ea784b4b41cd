"""What all tests share: the corpus, the cases and thousands of items are loaded once and stay, so that garbage is
looked for in what the tests make and nowhere else.
"""

import gc

import pytest

gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
