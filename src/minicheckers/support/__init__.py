"""What every room may use: text, files, settings' places, processes and signals."""
