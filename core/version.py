"""The version of Gradwalk."""

VERSION = "0.1.0"
