"""What a state looks like, as a grid of cells. Pure."""
