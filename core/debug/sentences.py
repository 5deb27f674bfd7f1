"""The sentences that explain events: what happened, with its numbers, and why."""

from __future__ import annotations
