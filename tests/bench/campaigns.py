#!/usr/bin/python3
"""How fast whole campaigns fly, as `run` does it: million steps per second of a thread's CPU time.

    tests/bench/campaigns.py PROGRAM [--against OTHER] [--runs N] [--seconds S] [SCENARIO...]

Without scenarios, a row for each of scenarios/examples, and the cost of what a campaign may add: metrics by formula,
margins of every sample, and `sensitivity` of its result. Traces are off, and the start of the process is subtracted. A
row flies about S seconds (default 0.5), the median of N runs (default 5). With another program, such as the one before
a change, both fly alternately; its column is the ratio of PROGRAM's speed to it.
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMULAS = {"peak_g": "max(norm(specific_force)) / 9.80665", "effort": "integral(sum((command - mean(command))^2))",
            "shaft_energy_j": "integral(sum(abs(rotor_torque * rotor_speed)))"}


def cpu_s(command):
    """User CPU time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: a requirement is not met
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


class Bench:
    def __init__(self, programs, runs, seconds, folder):
        self.programs, self.runs, self.seconds, self.file = programs, runs, seconds, folder / "campaign.h5"

    def run(self, program, scenario, samples, *options):
        return [program, "run", scenario, "-n", str(samples), "-j", "1", "-o", self.file, "--fresh", "-q",
                "--progress", "none", "--set", 'output.traces="none"', *options]

    def steps_per_sample(self, scenario):
        """Mean steps of a flight, some of which may end early."""
        plan = json.loads(subprocess.run([self.programs[0], "plan", scenario, "--json"], check=True,
                                         capture_output=True, text=True).stdout)
        subprocess.run(self.run(self.programs[0], scenario, 64), capture_output=True)
        stats = json.loads(subprocess.run([self.programs[0], "stats", self.file, "--json"], check=True,
                                          capture_output=True, text=True).stdout)
        flown_s = sum(point["metrics"]["flight_time_s"]["mean"] for point in stats.get("points", [stats]))
        return plan["steps"] * flown_s / plan["duration_s"]

    def per_sample(self, scenario, *options):
        """Seconds per sample of each program: medians of alternating runs of few and of many samples."""
        few, many = 64, 128
        while True:
            spent = cpu_s(self.run(self.programs[0], scenario, many, *options))
            if spent > self.seconds or many > 1e6:
                break
            many = 64 * int(1 + many / 64 * min(16, max(2, 1.2 * self.seconds / max(spent, 1e-3))))
        times = {program: [] for program in self.programs}
        for _ in range(self.runs):
            for program in self.programs:
                start = cpu_s(self.run(program, scenario, few, *options))
                times[program].append((cpu_s(self.run(program, scenario, many, *options)) - start) / (many - few))
        return [statistics.median(times[program]) for program in self.programs]

    def row(self, scenario):
        steps = self.steps_per_sample(scenario)
        seconds = self.per_sample(scenario)
        return self.written(pathlib.Path(scenario).stem, [steps / s / 1e6 for s in seconds], "M steps/s")

    def written(self, name, speeds, unit):
        other = f"  {speeds[0] / speeds[1]:6.3f}" if len(speeds) > 1 else ""
        print(f"{name:36} {speeds[0]:9.3f} {unit}{other}", flush=True)

    def additions(self):
        """The speed of what a campaign may add, in samples per second."""
        scenario = ROOT / "scenarios/examples/x500-spread.toml"
        plain = self.per_sample(scenario)
        options = [text for name, formula in FORMULAS.items()
                   for text in ("--set", f'metrics.{name}.formula="{formula}"')]
        formulas = self.per_sample(scenario, *options)
        self.written("x500-spread with 3 formulas", [p / f for p, f in zip(plain, formulas)], "of its speed")
        margins = self.per_sample(scenario, "--set", "output.margins=true")
        self.written("x500-spread, margins of samples", [1 / (m - p) for m, p in zip(margins, plain)], "samples/s")
        cpu_s(self.run(self.programs[0], scenario, 1024))
        times = {program: [] for program in self.programs}
        for _ in range(self.runs):
            for program in self.programs:
                times[program].append(cpu_s([program, "sensitivity", self.file]))
        self.written("sensitivity of 1024 samples of it", [1 / statistics.median(times[p]) for p in self.programs],
                     "results/s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("scenario", nargs="*")
    parser.add_argument("--against")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    given = parser.parse_intermixed_args()
    programs = [os.path.abspath(p) for p in (given.program, given.against) if p]
    scenarios = given.scenario or sorted(ROOT.glob("scenarios/examples/*.toml"))
    with tempfile.TemporaryDirectory(prefix="montecopter-bench-") as name:
        bench = Bench(programs, given.runs, given.seconds, pathlib.Path(name))
        for scenario in scenarios:
            bench.row(scenario)
        if not given.scenario:
            bench.additions()
    return 0


if __name__ == "__main__":
    sys.exit(main())
