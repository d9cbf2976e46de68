"""Touchdowns from above: points, density, covariance ellipse, and rings around the origin."""
import numpy as np
from matplotlib import pyplot as plt

from . import style

CELLS = 120  # of the density, along each axis


def ellipse(north, east, probability=0.95):
    """(line, half axes): of the covariance, with this probability if the places are normal."""
    values, vectors = np.linalg.eigh(np.cov(np.stack([east, north])))
    half = np.sqrt(np.maximum(values, 0) * -2 * np.log1p(-probability))
    angle = np.linspace(0, 2 * np.pi, 181)
    line = vectors @ (half[:, None] * np.stack([np.cos(angle), np.sin(angle)]))
    return line + [[east.mean()], [north.mean()]], half


def smooth(counts, width):
    """Along both axes with a normal curve of a standard deviation in cells."""
    reach = int(np.ceil(4 * width))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    for axis in (0, 1):
        counts = np.apply_along_axis(np.convolve, axis, counts, kernel / kernel.sum(), "same")
    return counts


def density(axes, north, east, reach):
    """Lines of equal kernel density that hold 50 % and 90 % of it (Scott's rule for the width)."""
    centre = east.mean(), north.mean()
    edges = [np.linspace(c - reach, c + reach, CELLS + 1) for c in centre]
    counts, *_ = np.histogram2d(east, north, edges)
    spread = np.mean([east.std(), north.std()]) * len(east) ** (-1 / 6)
    counts = smooth(counts, max(spread / (2 * reach / CELLS), 0.5))
    falling = np.sort(counts, axis=None)[::-1]
    held = np.cumsum(falling) / falling.sum()
    levels = sorted({falling[np.searchsorted(held, part)] for part in (0.5, 0.9)})
    middles = [(e[1:] + e[:-1]) / 2 for e in edges]
    axes.contour(*middles, counts.T, levels, colors=style.ACCENTS[3], linewidths=1)
    axes.plot([], [], color=style.ACCENTS[3], linewidth=1, label="density: 50 % and 90 %")


def draw(result, rings=()):
    """`rings`: distances from the origin [m], for example borders of a ground risk buffer."""
    north, east = (result.values(f"touchdown_{name}_m")[1] for name in ("north", "east"))
    kept = result.ok & np.isfinite(north) & np.isfinite(east)
    north, east = north[kept], east[kept]
    if north.size < 3:
        raise result.bad(f"{north.size} samples touched down, and a footprint needs 3.")
    line, half = ellipse(north, east)
    reach = 1.05 * max(np.ptp(line[0]), np.ptp(line[1]), np.ptp(east), np.ptp(north)) / 2 + 1e-3
    figure, axes = plt.subplots(figsize=(style.WIDTH, min(style.WIDTH, 5.2) + style.HEAD))
    axes.scatter(east, north, s=6, color=style.MAIN, alpha=0.35, linewidths=0, label=f"{north.size} touchdowns")
    if min(half) > 0:
        density(axes, north, east, 1.3 * reach)
    axes.plot(*line, color=style.ACCENTS[0], label="ellipse: 95 % if normal")
    angle = np.linspace(0, 2 * np.pi, 361)
    for ring in rings:
        axes.plot(ring * np.cos(angle), ring * np.sin(angle), color=style.LIMIT, linewidth=1.2, linestyle=(0, (6, 2)),
                  label=f"{ring:g} m from the origin")
    axes.margins(0.06)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("east [m]")
    axes.set_ylabel("north [m]")
    axes.legend(loc="upper right", fontsize=style.small() * 0.9, frameon=True, edgecolor="none", framealpha=0.85)
    inside = np.mean(in_ellipse(north, east))
    style.head(figure, result.title, f"touchdowns from above; the ellipse holds {100 * inside:.1f} % of them, its half axes are "
               f"{half[1]:.3g} and {half[0]:.3g} m" + result.note)
    return figure


def in_ellipse(north, east, probability=0.95):
    away = np.stack([east - east.mean(), north - north.mean()])
    square = np.sum(away * np.linalg.pinv(np.cov(np.stack([east, north]))).dot(away), axis=0)
    return square <= -2 * np.log1p(-probability)
