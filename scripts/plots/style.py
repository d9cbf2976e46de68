"""How all pictures look, and how they are written: the same data give the same bytes."""
import pathlib

import matplotlib
from matplotlib import pyplot as plt

from .program import BadInput

# Okabe & Ito: told apart with any colour vision.
MAIN, BAND, GREY = "#0072B2", "#A9CFE8", "#666666"
ACCENTS = ("#D55E00", "#E69F00", "#CC79A7", "#009E73")
WIDTH = 7.2  # [in]
SMALLEST, LARGEST = -3, 5  # powers of ten that are written out

METADATA = {  # without times, versions and names of programs
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def use():
    matplotlib.rcdefaults()
    matplotlib.rcParams.update({
        "font.size": 9, "axes.labelsize": 9, "axes.titlesize": 9, "axes.titlelocation": "left",
        "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": GREY,
        "axes.grid": True, "axes.axisbelow": True, "grid.color": "#E4E4E4", "grid.linewidth": 0.6,
        "xtick.color": GREY, "ytick.color": GREY, "xtick.labelcolor": "black", "ytick.labelcolor": "black",
        "xtick.direction": "out", "lines.linewidth": 1.4, "lines.solid_capstyle": "round",
        "legend.frameon": False, "legend.fontsize": 8, "figure.constrained_layout.use": True,
        "figure.constrained_layout.h_pad": 0.06, "figure.constrained_layout.w_pad": 0.08,
        "axes.formatter.limits": (SMALLEST, LARGEST), "axes.formatter.use_mathtext": True,  # 0.000012 is 1.2, x 10^-5
        "svg.hashsalt": "montecopter", "savefig.dpi": 150,
    })


def head(figure, title, says):
    """Title, and below it in grey what is shown."""
    height = figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - 0.5 / height))
    figure.text(0.08 / WIDTH, 1 - 0.09 / height, title, weight="bold", size=10.5, va="top")
    figure.text(0.08 / WIDTH, 1 - 0.3 / height, says, color=GREY, size=8.5, va="top")


def line(index):
    """How a single flight is drawn: a colour, and when these are used up a dash, of its own."""
    turn = index // len(ACCENTS)
    dashes = ("-", "--", ":", "-.") + tuple((0, (7, 1.5) + (1, 1.5) * n) for n in range(2, 2 + turn))
    return {"color": ACCENTS[index % len(ACCENTS)], "linestyle": dashes[turn]}


def save(figure, name):
    kind = pathlib.Path(name).suffix.lower()
    if kind not in METADATA:
        raise BadInput(f"{name}: error: cannot draw a picture of this kind. Use .png, .svg or .pdf.")
    try:
        figure.savefig(name, metadata=METADATA[kind])
    except OSError as problem:
        raise BadInput(f"{name}: error: cannot be written ({problem.strerror}).", 6) from None
    plt.close(figure)
    return name
