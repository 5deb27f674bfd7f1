"""What the inspector shows of the thing that is selected, and the edits that its fields make."""
