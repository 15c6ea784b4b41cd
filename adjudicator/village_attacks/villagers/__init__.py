"""The villagers' phase."""
