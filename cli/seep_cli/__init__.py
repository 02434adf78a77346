"""The seep command."""
