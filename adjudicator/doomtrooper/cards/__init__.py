"""Cards: whom they are for, what they lift and forbid, how they lie, and when they leave play."""
