"""The scenario whose bits are compared, small enough for every build and every emulated CPU."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from support import SCENARIO, edited  # noqa: E402

# All there are (same_bits.py compares with what the program knows).
INTEGRATORS = ("rk4", "euler", "semi_implicit_euler", "euler_exp", "dopri5_fixed", "cash_karp54_fixed",
               "fehlberg78_fixed", "adams_bashforth_moulton", "dopri5", "cash_karp54", "fehlberg78",
               "bulirsch_stoer", "rosenbrock4")


def scenario(integrator, samples=70, duration_s=0.3, more=""):
    """Dispersions, process noise, wind and traces; 70 samples are a block and a bit."""
    text = edited(('type = "rk4"', f'type = "{integrator}"'), ("samples = 200", f"samples = {samples}"),
                  ("duration_s = 0.3", f"duration_s = {duration_s}"))
    if duration_s < 0.2:  # without the rows that are never reached
        text = edited(("\n  [0.1, 1150.0, 1116.0, 1150.0, 1116.0],", ""),
                      ("\n  [0.2, 1133.0, 1133.0, 1133.0, 1133.0],", ""), text=text)
    return text + more
