"""The operations. Importing this package fills the registry."""

from core.ops import arithmetic, elementwise, linalg, reduction, shape

__all__ = ["arithmetic", "elementwise", "linalg", "reduction", "shape"]
