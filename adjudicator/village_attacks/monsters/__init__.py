"""The monsters' phase."""
