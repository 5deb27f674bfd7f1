"""The backward pass: graph nodes, grad modes, hooks and the engine that walks the graph."""
