"""The expression bar."""
