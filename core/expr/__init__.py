"""The expression a user draws: a document of nodes, wires and regions, and what it evaluates to."""
