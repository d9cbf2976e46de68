#!/usr/bin/python3
"""Mutated scenarios and mutated result files, tried one after another.

    mutants.py scenarios --program PROGRAM --driver FUZZ_TRY [options]
    mutants.py results   --program PROGRAM --driver FUZZ_TRY [options]

The driver (tests/fuzz/try_inputs.cpp) does in one process what the commands of the program do; every
n-th mutant is given to the program itself, too. A finding is a signal of the process, exit 70, a
sanitizer's report, more than 10 s of processor time outside of HDF5's own process, or a sample with
status ok of which a number is not finite where it has to be. Exit 1 if there was one.
"""
import argparse
import collections
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib

import result_mutator
import scenario_mutator

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "scenarios/examples"
LONGEST_S = 10
LARGEST_SEED = 60000  # [byte] of resolved text
RESULT_SEEDS = {  # example: what makes it small
    "dispersed-quad": ["simulation.duration_s=0.2"],
    "mass-sweep": ["simulation.duration_s=0.2"],
    "x500-estimated": ["simulation.duration_s=0.2"],
    "marvin-square": ["simulation.duration_s=0.5"],
}
FEW = ["monte_carlo.samples=3", 'output.traces="all"']


def overrides(settings):
    return [word for setting in settings for word in ("--set", setting)]


def small(program, example):
    """The resolved text of a shipped scenario that flies for a moment, or as it is."""
    whole = ["monte_carlo.replicates=1"]  # so few samples cannot be dealt out to several designs
    compared = ["monte_carlo.samples=24"]  # base points of Saltelli's design have as many as inputs, and two
    for shorter in (["simulation.duration_s=0.2"], ["simulation.duration_s=1"], [], whole, compared):
        words = [program, "check", str(EXAMPLES / f"{example}.toml"), "--resolved", *overrides(FEW + shorter)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
    raise SystemExit(f"{example}: {done.stderr}")


class Driver:
    """One process that tries what it is given; a new one after a finding."""

    def __init__(self, program):
        self.program = program
        self.process = None

    def ask(self, line):
        """Its answer; that of a process that ended is how it ended."""
        if self.process is None:
            self.errors = tempfile.TemporaryFile()
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=self.errors, text=True)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer:
            return answer
        code = self.process.wait()
        self.process = None
        self.errors.seek(0)
        said = self.errors.read()[-3000:].decode(errors="replace")
        if code == -signal.SIGPROF:
            return f"finding: more than {LONGEST_S} s"
        return f"finding: ended with {code}: {said}"

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_S, LONGEST_S + 5))


def run_program(words):
    """What the program says of itself that is a finding, or None."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=limit)
    if done.returncode < 0 or done.returncode == 70 or b"Sanitizer" in done.stderr:
        said = done.stderr[-3000:].decode(errors="replace")
        return f"finding: {' '.join(words[1:3])} ended with {done.returncode}: {said}"
    return None


class Scenarios:
    """Where mutated scenarios come from, and what is done with one."""

    def __init__(self, options, folder):
        self.options = options
        schema = json.loads(subprocess.run([options.program, "schema"], capture_output=True, check=True).stdout)
        texts = [small(options.program, path.stem) for path in sorted(EXAMPLES.glob("*.toml"))]
        seeds = [tomllib.loads(text) for text in texts if len(text) <= LARGEST_SEED]
        self.mutator = scenario_mutator.Mutator(schema, seeds, options.seed)

    def make(self, path):
        path.with_suffix(".toml").write_text(self.mutator.scenario(), errors="surrogatepass")
        return path.with_suffix(".toml"), f"scenario {path}.toml"

    def with_program(self, path, accepted):
        program = self.options.program
        commands = [["check", str(path)], ["vehicle", str(path)]]
        output = str(path) + ".h5"
        if accepted:
            commands += [["run", str(path), "-o", output, "-j", "1"], ["stats", output], ["export", output]]
        for words in commands:
            found = run_program([program, *words])
            if found:
                return found
        return None


class Results:
    def __init__(self, options, folder):
        self.options = options
        self.seeds = []
        for example, shorter in RESULT_SEEDS.items():
            scenario, result = folder / f"{example}.toml", folder / f"{example}.h5"
            words = [options.program, "check", str(EXAMPLES / f"{example}.toml"), "--resolved"]
            done = subprocess.run(words + overrides(FEW + shorter), capture_output=True, text=True, check=True)
            scenario.write_text(done.stdout)
            subprocess.run([options.program, "run", str(scenario), "-o", str(result), "--reproducible"],
                           capture_output=True, check=True)
            self.seeds.append((scenario, result))
        self.mutator = result_mutator.Mutator([result for _, result in self.seeds], options.seed)

    def make(self, path):
        path = path.with_suffix(".h5")
        self.scenario, self.good = self.seeds[self.mutator.result(path)]
        return path, f"result {path} {self.good} {self.scenario}"

    def with_program(self, path, accepted):
        for words in (["stats", path, "--json"], ["diff", self.good, path, "--across"], ["export", path, "--traces"],
                      ["sensitivity", path, "--json", "--incomplete", "--resamples", "50"],
                      ["run", self.scenario, "-o", path, "-j", "1"]):
            found = run_program([self.options.program, *map(str, words)])
            if found:
                return found
        return None


class Trial:
    """All threads together: the mutator is asked by one at a time, so that a seed gives one list."""

    def __init__(self, options, source, folder):
        self.options, self.source, self.folder = options, source, folder
        self.lock = threading.Lock()
        self.made = 0
        self.answers = collections.Counter()
        self.findings = []
        self.failure = None  # of a thread of this script itself
        self.end = time.monotonic() + options.seconds if options.seconds else None

    def over(self):
        return self.failure or self.made >= self.options.count or (self.end and time.monotonic() > self.end)

    def work(self):
        try:
            self.try_mutants()
        except BaseException as failure:
            self.failure = failure
            raise

    def try_mutants(self):
        driver = Driver(self.options.driver)
        while True:
            with self.lock:
                if self.over():
                    break
                number, self.made = self.made, self.made + 1
                path, line = self.source.make(self.folder / f"mutant-{number}")
                good = getattr(self.source, "good", None), getattr(self.source, "scenario", None)
            kept = path.with_name("kept-" + path.name)
            shutil.copyfile(path, kept)  # `run` writes to results
            by_program = self.options.every and number % self.options.every == 0
            found = None
            if by_program:
                with self.lock:  # of results: with the seed of this one
                    self.source.good, self.source.scenario = good
                    found = self.source.with_program(path, True)
                shutil.copyfile(kept, path)
            answer = found or driver.ask(line)
            self.note(answer, kept)
            for one in (path, kept):
                result_mutator.clean(str(one))
        driver.close()

    def note(self, answer, path):
        with self.lock:
            self.answers[answer.split(":")[0]] += 1
            if not answer.startswith("finding"):
                return
            os.makedirs(self.options.keep, exist_ok=True)
            kept = pathlib.Path(self.options.keep) / path.name.replace("kept-", f"{self.options.seed}-")
            shutil.copyfile(path, kept)
            self.findings.append((kept, answer))
            print(f"{kept}: {answer}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenarios", "results"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--driver", required=True)
    parser.add_argument("--count", type=int, default=10**9, help="mutants at most")
    parser.add_argument("--seconds", type=float, help="time at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every", type=int, default=100, help="every n-th by the program, too; 0: none")
    parser.add_argument("--keep", default="build/fuzz/findings", help="folder for inputs that are findings")
    options = parser.parse_args()
    shared_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = pathlib.Path(tempfile.mkdtemp(prefix="montecopter-fuzz-", dir=shared_memory))
    try:
        source = {"scenarios": Scenarios, "results": Results}[options.what](options, folder)
        trial = Trial(options, source, folder)
        threads = [threading.Thread(target=trial.work) for _ in range(options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if trial.failure:
            raise SystemExit(f"mutants.py failed after {trial.made} mutants: {trial.failure!r}")
    finally:
        shutil.rmtree(folder)
    words = ", ".join(f"{count} {answer}" for answer, count in sorted(trial.answers.items()))
    print(f"{trial.made} mutated {options.what}: {words}; {len(trial.findings)} findings")
    sys.exit(1 if trial.findings else 0)


if __name__ == "__main__":
    main()
