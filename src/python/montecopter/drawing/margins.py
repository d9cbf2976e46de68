"""Loops of a scenario at hover: Bode and Nyquist plots and step responses by `montecopter margins`."""
import math

import numpy as np
from matplotlib import pyplot as plt

from . import program, style
from .program import BadInput

STEPS = ("position.x", "position.z", "rotation.z", "velocity.x", "rotation.x", "body_rate.x")
MOST = 5  # number of colours


def ask(path):
    """The answer of the program about a scenario with stable loops."""
    try:
        return program.ask("margins", path, "--curves")
    except BadInput as problem:
        if str(problem):
            raise
        raise BadInput(f"{program.label(path)}: error: the loop is unstable at hover: it has no margins to draw. "
                       "`montecopter margins` prints its growth rate.", problem.code) from None


def chosen(said, names, path):
    """The requested (loops, steps); without names the commanded axes and the slowest steps."""
    loops = {loop["name"]: loop for loop in said["at_command"] + said["at_measurement"]}
    for name in names:
        if name not in loops:
            raise BadInput(f"{program.label(path)}: error: there is no loop {style.plain(name)!r}. There are {', '.join(loops)}.")
    if len(names) > MOST:
        raise BadInput(f"{program.label(path)}: error: {len(names)} loops are too many for one figure ({MOST} at most).")
    drawn = [loops[name] for name in dict.fromkeys(names)] if names else said["at_command"][:MOST]
    moved = [loop for loop in drawn if "step" in loop]
    if not moved:
        moved = [loops[name] for name in STEPS if "step" in loops.get(name, {})][:3]
    return drawn, moved


def draw_bode(gain, phase, frequencies, at_nyquist, loops):
    for index, loop in enumerate(loops):
        rad_s = frequencies
        response = np.array(loop["loop"], dtype=float) @ [1, 1j]
        colour = style.of_result(index)
        gain.plot(rad_s, 20 * np.log10(abs(response)), color=colour, label=style.plain(loop["name"]))
        if at_nyquist:
            response, rad_s = response[:-1], rad_s[:-1]  # a real number: -180 and 180 degrees are the same
        turned = np.degrees(np.unwrap(np.angle(response)))
        at = loop["phase"]["at_rad_s"]
        if at is not None:  # on the branch where the phase margin counts from -180 degrees
            turned -= 360 * np.round((np.interp(np.log(at), np.log(rad_s), turned) + 180) / 360)
            phase.plot(at, np.interp(np.log(at), np.log(rad_s), turned), "o", color=colour, markersize=4)
            gain.plot(at, 0, "o", color=colour, markersize=4)
        phase.plot(rad_s, turned, color=colour)
    gain.axhline(0, color=style.GREY, linewidth=0.9)
    phase.axhline(-180, color=style.GREY, linewidth=0.9)
    gain.set(xscale="log", ylabel="gain [dB]", ylim=(-60, 60))
    phase.set(xscale="log", ylabel="phase [°]", xlabel="frequency [rad/s]")
    low, high = phase.get_ylim()
    phase.set_ylim(max(low, -540), min(high, 180))
    phase.yaxis.set_major_locator(plt.MultipleLocator(90))


def rounded(response, parts=12):
    """L between the frequencies at which it was computed. Where T = L/(1 + L) is smooth, 1 + L has no zero or pole, so T is
    joined by Catmull-Rom curves. NaN far outside the figure."""
    closed = response / (1 + response)
    before, at, behind, beyond = (closed[np.clip(np.arange(len(closed) - 1) + k, 0, len(closed) - 1)][:, None]
                                  for k in (-1, 0, 1, 2))
    x = np.linspace(0, 1, parts, endpoint=False)
    closed = at + 0.5 * x * (behind - before + x * (2 * before - 5 * at + 4 * behind - beyond
                                                    + x * (3 * (at - behind) + beyond - before)))
    closed = np.append(closed.ravel(), response[-1] / (1 + response[-1]))
    between = closed / (1 - closed)
    return np.where(abs(between) < 20, between, np.nan)


def draw_nyquist(axes, loops):
    """Draws the curves around -1, with the unit circle and the circle of the smallest disk margin."""
    angle = np.linspace(0, 2 * math.pi, 200)
    axes.plot(np.cos(angle), np.sin(angle), color=style.GREY, linewidth=0.7)
    alpha = min(loop["disk"]["alpha"] for loop in loops)
    if alpha < 2:
        # L stays outside of the circle on (2 - a)/(2 + a) and its inverse, negative.
        near, far = (2 - alpha) / (2 + alpha), (2 + alpha) / (2 - alpha)
        middle, radius = -(near + far) / 2, (far - near) / 2
        axes.fill(middle + radius * np.cos(angle), radius * np.sin(angle), color=style.LIMIT, alpha=0.15, linewidth=0)
    for index, loop in enumerate(loops):
        response = rounded(np.array(loop["loop"], dtype=float) @ [1, 1j])
        axes.plot(response.real, response.imag, color=style.of_result(index))
    axes.plot(-1, 0, "+", color="black", markersize=8)
    axes.set(xlim=(-3, 1), ylim=(-2, 2), xlabel="real", ylabel="imaginary")
    axes.set_aspect("equal")


def draw_steps(axes, loops, drawn):
    """Draws step responses in the colours of their loops; other loops are black: solid, dashed and dotted."""
    dashes = iter(("-", "--", ":"))
    for loop in loops:
        look = {"color": style.of_result(drawn.index(loop))} if loop in drawn else {"color": "black", "linestyle": next(dashes)}
        axes.plot(loop["step"]["time_s"], loop["step"]["value"], label=style.plain(loop["name"]), **look)
    axes.axhline(1, color=style.GREY, linewidth=0.9)
    axes.set(xlabel="time [s]", ylabel="step")
    axes.legend(loc="best")


def draw(path, names):
    said = ask(path)
    loops, moved = chosen(said, names, path)
    stacked = style.is_narrow()
    figure = plt.figure(figsize=(style.WIDTH, 9.6 if stacked else 5.2))
    places = figure.add_gridspec(4, 1, height_ratios=(2, 2, 3, 2)) if stacked else figure.add_gridspec(2, 2)
    gain = figure.add_subplot(places[0] if stacked else places[0, 0])
    phase = figure.add_subplot(places[1] if stacked else places[1, 0], sharex=gain)
    nyquist = figure.add_subplot(places[2] if stacked else places[0, 1])
    steps = figure.add_subplot(places[3] if stacked else places[1, 1])
    draw_bode(gain, phase, np.array(said["rad_s"], float), said["period_s"] is not None, loops)
    gain.legend(loc="best")
    draw_nyquist(nyquist, loops)
    draw_steps(steps, moved, loops)
    rate = "continuous" if said["period_s"] is None else f"{1 / said['period_s']:.6g} Hz, {1e3 * said['delay_s']:.4g} ms late"
    style.head(figure, style.plain(said["name"]),
               f"loops at hover: {style.plain(said['controller'])}, {rate}; dots: phase margins; red: the smallest disk margin; "
               "step responses of measured signals")
    return figure
