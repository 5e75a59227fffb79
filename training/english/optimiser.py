"""Gradients in, better parameters out: Adam with decay, and a running mean of the parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.english.network import TABLE_CEILING, Parameters

_NUMBERS_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast to learn."""

    peak: float = 0.004
    """Largest step size."""
    steps: int = 68_000
    """Steps in all."""
    warm_up: int = 300
    """Steps until the peak; from there the step size falls in a straight line."""
    decay: float = 0.01
    """How strongly weights are drawn to zero."""
    clip: float = 1.0
    """Largest norm of all gradients together."""

    def rate(self, step: int) -> float:
        """Give the step size of a step, counted from 1."""
        return self.peak * min(1.0, step / self.warm_up) * max(0.005, 1 - step / self.steps)


class Adam:
    """Adam (Kingma and Ba 2015), β₁ = .9, β₂ = .99, with decoupled decay on layer weights."""

    def __init__(self, parameters: Parameters, pace: Pace) -> None:
        """Start with means of zero; the running mean of the parameters starts as their copy."""
        self.parameters = parameters
        self.pace = pace
        self.step = 0
        self.mean = {name: value.copy() for name, value in parameters.items()}
        self._first = {name: np.zeros_like(value) for name, value in parameters.items()}
        self._second = {name: np.zeros_like(value) for name, value in parameters.items()}

    def update(self, gradients: Parameters) -> None:
        """Take one step."""
        self.step += 1
        rate = self.pace.rate(self.step)
        norm = float(np.sqrt(sum(float(np.vdot(value, value)) for value in gradients.values())))
        cut = np.float32(min(1.0, self.pace.clip / (norm + 1e-9)))
        scale = np.float32(rate * np.sqrt(1 - 0.99**self.step) / (1 - 0.9**self.step))
        for name, gradient in gradients.items():
            # Some rows after the others, so that all that belongs to them stays in the processor's cache.
            at_once = max(1, _NUMBERS_AT_ONCE * len(gradient) // gradient.size)
            for start in range(0, len(gradient), at_once):
                part = slice(start, start + at_once)
                self._update_part(name, part, gradient[part] * cut, rate, scale)
        if self.step % 8 == 0:
            self._follow()

    def _update_part(self, name: str, part: slice, gradient: np.ndarray, rate: float, scale: np.float32) -> None:
        first, second, value = (each[name][part] for each in (self._first, self._second, self.parameters))
        first *= np.float32(0.9)
        first += np.float32(0.1) * gradient
        second *= np.float32(0.99)
        gradient *= gradient
        gradient *= np.float32(0.01)
        second += gradient
        change = np.sqrt(second)
        change += np.float32(1e-8)
        np.divide(first, change, out=change)
        change *= scale
        value -= change
        if name.startswith("table"):
            np.clip(value, -TABLE_CEILING, TABLE_CEILING, out=value)
        elif not name.startswith("bias"):
            value *= np.float32(1 - rate * self.pace.decay)

    def _follow(self) -> None:
        """Let the running mean follow every eighth step: it need not be exact."""
        share = np.float32(max(0.016, 9 / (10 + self.step)))
        for name, value in self.parameters.items():
            self.mean[name] += share * (value - self.mean[name])
