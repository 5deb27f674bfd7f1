"""The tensor pane: the numbers of the tensor that a step is about, as cells, as a heat map, and summed up."""
