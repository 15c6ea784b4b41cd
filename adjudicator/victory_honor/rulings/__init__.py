"""The questions that the rules decide, each asked of the engine that plays."""
