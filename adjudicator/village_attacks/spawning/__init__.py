"""Villagers appear: the Spawn cards and whom they bring."""
