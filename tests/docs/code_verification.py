#!/usr/bin/python3
"""The figures of docs/code-verification.md are those that the tests measure.

Usage: code_verification.py TEST_PHYSICS [--update | --print]

Flies what is compared with the original programs and documents (test_physics), takes the differences that its tests report, and holds
the rows of the page's tables against them. --update writes them into the page, --print shows them.
"""
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "code-verification.md"
NUMBER = r"([-+.\de]+)"
FLIGHT = re.compile(rf"(\S+): (\d+) rows: position {NUMBER} velocity {NUMBER} attitude {NUMBER} \({NUMBER} rad\) body rate {NUMBER} "
                    rf"actuators {NUMBER}")
# Of each test: how its flights are called on the page; {} is the name that the test gives.
FLIGHTS = {
    "euler flies as multicopterDynamicsSim does": "{}",
    "rk4 misses the converged solution by no more than classical RK4 does": "ode_{}_truth",
    "euler flies as PX4's SIH of 2019 does in double": "{}",
    "euler_exp flies as PX4's SIH of 2022 does in double": "{}",
    "PX4's SIH rests, lifts off and touches down as the original in double": "{}",
    "models agree with DOP853 when stepped by dopri5": "{}.dop853",
    "models agree with each document's own fixed-step scheme": "{}",
}
# One or two figures, in the words of the test.
OTHERS = {
    "kernels fly MARVIN as DOP853 has it": ("marvin_a.dop853", rf"body {NUMBER}, actuators {NUMBER}"),
    "kernels fly MARVIN by the scheme of its document": ("marvin_a.rk4_20", rf"body {NUMBER}, actuators {NUMBER}"),
    "noisy hover has the statistics of multicopterDynamicsSim": ("mds_noise_stats_{}", rf"(\w+): largest difference {NUMBER} joint"),
    "Lee's helix, continuous: as the published equations solved to 1e-12": ("lee2010_case1_helix", NUMBER),
}


def short(number):
    value = float(number)
    return "0" if value == 0 else f"{value:.1e}" if abs(value) < 0.01 else f"{value:.2g}"


def measured(program):
    """{name: [cell]} of all flights that are compared."""
    names = ",".join(name.replace(",", "\\,") for name in [*FLIGHTS, *OTHERS])
    done = subprocess.run([program, "-s", "-r", "xml", names], capture_output=True, text=True, check=True)
    rows = {}
    for case in ElementTree.fromstring(done.stdout).iter("TestCase"):
        told = [" ".join(info.text.split()) for info in case.iter("Info")]
        if case.get("name") in FLIGHTS:
            for name, count, position, velocity, _, angle, rate, actuators in (FLIGHT.fullmatch(text).groups() for text in told):
                rows[FLIGHTS[case.get("name")].format(name)] = [count, *map(short, (position, velocity, angle, rate, actuators))]
        elif case.get("name") in OTHERS:
            name, pattern = OTHERS[case.get("name")]
            for text in told:
                match = re.fullmatch(pattern + ".*", text)
                if not match:
                    continue  # what a test says beside its result
                found = list(match.groups())
                called = name.format(found.pop(0)) if "{}" in name else name
                rows[called] = [short(number) for number in found]
    return rows


def same_figure(a, b):
    """Within a factor of two, or both rounding: the tests' own arithmetic differs between compilers."""
    a, b = float(a), float(b)
    return max(a, b) < 5e-15 or min(a, b) * 2 >= max(a, b)


def same_row(a, b):
    a, b = (line.strip("| ").split(" | ")[1:] for line in (a, b))
    return len(a) == len(b) and all(map(same_figure, a, b))


def main():
    rows = {name: f"| `{name}` | " + " | ".join(cells) + " |" for name, cells in measured(sys.argv[1]).items()}
    if "--print" in sys.argv:
        print("\n".join(rows.values()))
        return 0
    text = PAGE.read_text()
    faults = [f"there is no row of {name} (measured: {row})" for name, row in rows.items() if f"| `{name}` |" not in text]
    lines = text.split("\n")
    for at, line in enumerate(lines):
        name = re.match(r"\| `([\w.]+)` \|", line)
        if not name or name[1] not in rows:
            continue
        if "--update" not in sys.argv and same_row(line, rows[name[1]]):
            continue
        if "--update" in sys.argv:
            lines[at] = rows[name[1]]
        else:
            faults.append(f"line {at + 1}: the page has\n  {line}\nwhere the tests measure\n  {rows[name[1]]}")
    if "--update" in sys.argv:
        PAGE.write_text("\n".join(lines))
    print("\n".join(faults) or f"code-verification.md: {len(rows)} figures are those of the tests")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
