"""Cards assigned to warriors: Equipment, Vehicles, Animals, Gifts of the Dark Symmetry, Ki Powers."""
