"""What an event does to the state of the screen. Pure."""
