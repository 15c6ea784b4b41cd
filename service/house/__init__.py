"""House rules and errata: what a table, a publisher or a card puts beside the book or in its place."""

from service.house.entries import BadHouseFile, Entry
from service.house.folder import House

__all__ = ["BadHouseFile", "Entry", "House"]
