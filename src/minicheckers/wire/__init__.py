"""The Dam Exchange Protocol: games with people and programs at the other end of a wire."""
