"""The camera on its way, and everything else that moves by itself."""
