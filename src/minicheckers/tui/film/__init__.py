"""Recorded games as films: in the terminal, as animated SVG, as asciicast."""
