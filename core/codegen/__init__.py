"""Documents as code and as formulas."""
