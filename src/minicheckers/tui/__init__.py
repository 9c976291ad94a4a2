"""The game on the screen: pure update and draw functions, and one file that knows curses."""
