"""What Gradwalk ships beside its code: fonts, themes and examples."""
