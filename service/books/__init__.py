"""Rulebooks of the user's own: read from files, in passages that say where they stand."""

from service.books.passages import BadBook
from service.books.shelf import Shelf

__all__ = ["BadBook", "Shelf"]
