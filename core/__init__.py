"""The public, torch-shaped names: `import core as torch` runs a tutorial's code."""
