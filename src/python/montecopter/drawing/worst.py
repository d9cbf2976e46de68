"""The search for the worst flight: its value over the flights, and its inputs in standard deviations."""
import math

import numpy as np
from matplotlib import pyplot as plt

from . import answer, style
from .program import BadInput
from .result import in_words
from .tornado import MOST, ending


def name_of_input(column):
    """'factor on vehicle.mass_kg' for 'in_vehicle.mass_kg.factor'."""
    name = column.removeprefix("in_")
    for suffix, words in ((".factor", "factor on "), (".offset", "offset of ")):
        if name.endswith(suffix):
            return words + name.removesuffix(suffix)
    return name


def draw_progress(axes, found):
    """The worst value so far after each batch. A flight without a number leaves a gap."""
    values = [math.nan if value is None else value for value in found["progress"]]
    flights = np.minimum(found["flights_per_batch"] * np.arange(1, len(values) + 1), found["flights"])
    axes.step(flights, values, where="post", color=style.MAIN)
    axes.plot(flights[-1:], values[-1:], marker="o", color=style.ACCENTS[0], linestyle="", label="worst flight")
    axes.set_xlabel("flights")
    axes.set_ylabel(in_words("", found["sought"], found["unit"]))
    axes.legend(loc="lower right")


def draw_inputs(axes, found):
    """How far each input of the worst flight, and in grey of the next ones, is from its median."""
    rows = [(one["name"], one["score"]) for one in found["worst"][0]["inputs"] if one["score"] is not None]
    rows = sorted(rows, key=lambda row: -abs(row[1]))[:MOST]
    places = {name: len(rows) - 1 - i for i, (name, _) in enumerate(rows)}
    for flight in found["worst"][1:]:
        shown = [(one["score"], places[one["name"]]) for one in flight["inputs"] if one["name"] in places]
        axes.plot(*zip(*shown), marker="|", markersize=9, color=style.GREY, linestyle="")
    for name, score in rows:
        axes.plot([0, score], [places[name]] * 2, color=style.BAND, linewidth=5, solid_capstyle="butt")
        axes.plot(score, places[name], marker="o", color=style.ACCENTS[0])
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(rows)), [ending(name_of_input(name), 30) for name, _ in reversed(rows)])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("from the median to the worst flight\n[standard deviations]")
    return len(rows)


def draw(source):
    found, label = answer.of(source, "worst", "progress", "worst", "flights_per_batch")
    if not any(one["score"] is not None for one in found["worst"][0]["inputs"]):
        raise BadInput(f"{label}: error: no input has a standard normal score.")
    columns = style.columns_of(2, 3)
    count = min(len(found["worst"][0]["inputs"]), MOST)
    height = max(2.6, 1.2 + 0.3 * count)
    figure, axes = plt.subplots(2 // columns, columns, squeeze=False,
                                figsize=(style.WIDTH, height * (2 // columns) + style.HEAD))
    progress, inputs = axes.flat
    draw_progress(progress, found)
    shown = draw_inputs(inputs, found)
    left_out = len(found["worst"][0]["inputs"]) - shown
    within = f"among the {100 * found['within']:.6g} % most plausible inputs" if found["within"] < 1 else "anywhere in the support of the inputs"
    value = found["worst"][0]["value"]
    style.head(figure, f"{style.plain(found['sought'])}: {'failed' if value is None else f'{value:.6g}'}",
               f"{style.plain(found['scenario'])}: {found['flights']} flights {within}; grey: the next {len(found['worst']) - 1} flights"
               + (f"; {left_out} more inputs are not drawn" if left_out else ""))
    return figure
