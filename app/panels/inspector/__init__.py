"""The inspector: the settings of what is selected."""
