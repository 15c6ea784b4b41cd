"""Cards: whom they go to, how they lie, and when they leave play."""
