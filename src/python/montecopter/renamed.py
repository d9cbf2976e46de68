"""Metrics and keys that earlier builds called otherwise: src/core/fields/renamed_metrics.hpp, which a test holds this to.

Nothing of the package is imported: scripts/plots has this file, too, as a link.
"""
from __future__ import annotations

METRICS = {"saturated_share": "saturated_fraction", "final_position_error_m": "final_distance_from_start_m",
           "max_position_error_m": "max_distance_from_start_m"}
KEYS = {"vehicle.tail_rotor.profile_share": "vehicle.tail_rotor.profile_fraction"}


def metric_now(name: str) -> tuple[str, str]:
    """What a metric is called now, and the window that a former name ends with ("": none)."""
    for before, now in METRICS.items():
        if name == before or name.startswith(before + "_"):
            return now + name[len(before):], name[len(before) + 1:]
    return name, ""


def input_now(name: str) -> str:
    """The same of an input: a path, which ".factor" or ".offset" may follow."""
    for before, now in KEYS.items():
        if name == before or name.startswith(before + "."):
            return now + name[len(before):]
    return name


def dataset_now(name: str, long_name: str | None = None) -> str:
    """What a dataset is called now. Where its long name is known, one of a window has to say so: a metric by formula
    may begin with the same words."""
    prefix, _, rest = name.partition("_")
    if prefix in ("in", "sweep"):
        return f"{prefix}_{input_now(rest)}"
    if prefix in ("m", "stat"):
        metric, window = metric_now(rest)
        if not window or long_name is None or long_name.endswith(f", in the window {window}"):
            return f"{prefix}_{metric}"
    return name
