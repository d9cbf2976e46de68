"""Style and output of all figures: the same data give the same bytes."""
import pathlib
import textwrap
import unicodedata
import warnings

import matplotlib
from matplotlib import pyplot as plt

from .program import BadInput

# Okabe & Ito: distinguishable with any colour vision.
MAIN, BAND, GREY = "#0072B2", "#A9CFE8", "#666666"
ACCENTS = ("#D55E00", "#E69F00", "#CC79A7", "#009E73")
WIDTH, HEIGHT, FONT = 7.2, None, 9  # [in], [in] (None: as the picture needs), [pt]; use() sets others
IS_TITLED = True
HEAD = 0.5  # [in], of a title and one line below it; the heights of all pictures include it
LEAST_AXES = 0.2  # [in]; lower axes show nothing
LIMIT = "#B00020"  # limit of a requirement
SMALLEST, LARGEST = -3, 5  # powers of ten that are written out

METADATA = {  # without times, versions and names of programs
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def plain(words, most=80):
    """Text from a result or a scenario for a figure: no formula, no control characters, no endless line."""
    shown = "".join(c if unicodedata.category(c)[0] != "C" else f"\\x{ord(c):02x}" for c in str(words))
    if len(shown) > most:
        shown = shown[:most - most // 2 - 3] + "..." + shown[-(most // 2):]
    return shown.replace("$", r"\$")


def use(width_mm=None, font_pt=None, height_mm=None, is_titled=True):
    """Sets the sizes of all figures from now on."""
    global WIDTH, HEIGHT, FONT, IS_TITLED
    WIDTH = 7.2 if width_mm is None else width_mm / 25.4
    HEIGHT = None if height_mm is None else height_mm / 25.4
    FONT = 9 if font_pt is None else font_pt
    IS_TITLED = is_titled
    matplotlib.rcdefaults()
    matplotlib.rcParams.update({
        "font.size": FONT, "axes.labelsize": FONT, "axes.titlesize": FONT, "axes.titlelocation": "left",
        "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": GREY,
        "axes.grid": True, "axes.axisbelow": True, "grid.color": "#E4E4E4", "grid.linewidth": 0.6,
        "xtick.color": GREY, "ytick.color": GREY, "xtick.labelcolor": "black", "ytick.labelcolor": "black",
        "xtick.direction": "out", "lines.linewidth": 1.4, "lines.solid_capstyle": "round",
        "legend.frameon": False, "legend.fontsize": FONT * 8 / 9, "figure.constrained_layout.use": True,
        "figure.constrained_layout.h_pad": 0.06, "figure.constrained_layout.w_pad": 0.08,
        "axes.formatter.limits": (SMALLEST, LARGEST), "axes.formatter.use_mathtext": True,  # 0.000012 is 1.2, x 10^-5
        "svg.hashsalt": "montecopter", "savefig.dpi": 150,
        "pdf.fonttype": 42, "svg.fonttype": "none",  # TrueType, which journals ask for; text that can be searched and edited
    })


def head(figure, title, says):
    """Adds a title, and below it in grey a description. Without titles, only warnings remain, and the caption goes to stderr."""
    if not IS_TITLED:
        figure.set_label(f"{title}; {says}".replace(r"\$", "$"))
        title, says = "", "; ".join(part for part in says.split("; ") if part.startswith(("NOT FINISHED", "not verified")))
    scale = FONT / 9
    columns = int(WIDTH / (0.065 * scale))  # of 8.5 pt letters, on average
    name = put_lines(figure, title, int(0.8 * columns), weight="bold", size=10.5 * scale)
    below = put_lines(figure, says, columns, color=GREY, size=8.5 * scale)
    names, lines = (len(text.get_text().splitlines()) for text in (name, below))
    top = 0.09 + 0.21 * scale * names
    bottom = top + (0.04 + 0.16 * lines) * scale if names or lines else 0
    height = HEIGHT or round(figure.get_figheight() + bottom - HEAD, 6)
    if bottom >= height:
        raise too_small()
    figure.set_figheight(height)
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - bottom / height))
    name.set_y(1 - 0.09 / height)
    below.set_y(1 - top / height)


def put_lines(figure, words, columns, **look):
    """Text at the left edge, in lines of at most so many letters that none is cut off."""
    text = figure.text(0.08 / WIDTH, 1, "", va="top", **look)
    for _ in range(4):
        text.set_text("\n".join(textwrap.wrap(words, columns)))
        box = text.get_window_extent(figure.canvas.get_renderer())
        if box.x1 <= figure.bbox.x1:
            break
        columns = max(10, int(columns * (figure.bbox.x1 - box.x0) / box.width))
    return text


def too_small():
    asked = f"--height-mm {25.4 * HEIGHT:g}" if HEIGHT else f"--width-mm {25.4 * WIDTH:g}"
    return BadInput(f"{asked}: error: too small for this picture. Use a larger size, a smaller --font-pt or fewer panels.")


def small():
    """Font size of text within a figure."""
    return FONT * 8.5 / 9


def is_narrow():
    """Whether panels are stacked, as in a column of a paper."""
    return WIDTH < 5


def columns_of(wanted, least=1.4):
    """Number of `wanted` panels or legend entries that fit side by side."""
    return max(1, min(wanted, int(WIDTH / least)))


def band(quantiles):
    return f"{quantiles[0]:g}–{quantiles[1]:g} %"


def of_result(index):
    """The colour of one of several results in a figure."""
    return (MAIN, *ACCENTS)[index % (len(ACCENTS) + 1)]


def letter(index):
    return "ABCDE"[index]


def versus(results):
    """A title that names A and B, with file names if their scenarios have the same name."""
    names = [result.title for result in results]
    if len(set(names)) < len(names):
        names = [f"{result.title} ({plain(pathlib.Path(result.path).name, 40)})" for result in results]
    return ", ".join(f"{letter(k)}: {name}" for k, name in enumerate(names))


def line(index):
    """The style of a single flight: its own colour, and a dash pattern when colours are used up."""
    turn = index // len(ACCENTS)
    dashes = ("-", "--", ":", "-.") + tuple((0, (7, 1.5) + (1, 1.5) * n) for n in range(2, 2 + turn))
    return {"color": ACCENTS[index % len(ACCENTS)], "linestyle": dashes[turn]}


def save(figure, name):
    kind = pathlib.Path(name).suffix.lower()
    if kind not in METADATA:
        raise BadInput(f"{name}: error: cannot write this kind of figure. Use .png, .svg or .pdf.")
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", "constrained_layout not applied")
            if HEIGHT is not None:
                fit_to_height(figure)
            figure.savefig(name, metadata=METADATA[kind])
    except UserWarning:
        raise too_small() from None
    except OSError as problem:
        raise BadInput(f"{name}: error: cannot be written ({problem.strerror}).", 6) from None
    plt.close(figure)
    return name


def fit_to_height(figure):
    """Breaks labels that are longer than their panel is high, and refuses panels that show nothing."""
    figure.draw_without_rendering()
    for axes in figure.axes:
        if axes.get_position().height * HEIGHT < LEAST_AXES:
            raise too_small()
        if axes.yaxis.label.get_window_extent().height > axes.get_window_extent().height:
            axes.set_ylabel(axes.get_ylabel().replace(" [", "\n["))
