"""What is shown: a frame in arrays, the camera it is seen with, and what of it is under a point."""
