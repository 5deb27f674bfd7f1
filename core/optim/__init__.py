"""Optimizers: they change parameters by the gradients that backward() has left in `.grad`."""

from core.optim.adagrad import Adagrad
from core.optim.adam import Adam, AdamW
from core.optim.optimizer import Optimizer
from core.optim.rmsprop import RMSprop
from core.optim.sgd import SGD

__all__ = ["SGD", "Adagrad", "Adam", "AdamW", "Optimizer", "RMSprop"]
