#!/usr/bin/python3
"""Several processes that mpirun starts fill one result together: the bytes are those of one process."""
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

import support
from gate import GateTest
from rare import BODY
from support import SCENARIO, ProgramTest, edited, sha256

REPOSITORY = support.VEHICLES.parents[1]
TOGETHER = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1"}
# After a process that failed, mpirun gives the others two seconds before it kills them. Where they have nothing to do any
# more, or are to be killed anyway, nobody waits for that.
AT_ONCE = {**TOGETHER, "OMPI_MCA_odls_base_sigkill_timeout": "0"}
# Where they end their work, which takes some hundredths of a second, one will do.
IN_A_SECOND = {**TOGETHER, "OMPI_MCA_odls_base_sigkill_timeout": "1"}


def estimated_sweep(samples):
    """Sensors, an estimator, a controller, and a sweep of three points."""
    text = (REPOSITORY / "scenarios/regression/estimator-ekf-x500.toml").read_text()
    text = edited(('"../vehicles/', f'"{support.VEHICLES}/'), ('"../sensors/', f'"{REPOSITORY}/scenarios/sensors/'),
                  ("samples = 5", f"samples = {samples}"), text=text)
    return text + '[sweep."wind.0.to_m_s.z"]\nvalues = [0.0, 1.0, 2.0]\n'


def why_not():
    """Why nothing can be flown together here; empty: it can."""
    if not shutil.which("mpirun"):
        return "no mpirun here (Debian: openmpi-bin)"
    return ""


# statfs() that calls the folder of the test Lustre.
LUSTRE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/vfs.h>
int statfs(const char* path, struct statfs* found) {
  int (*next)(const char*, struct statfs*) = (int (*)(const char*, struct statfs*))dlsym(RTLD_NEXT, "statfs");
  int failed = next(path, found);
  if (!failed) found->f_type = 0x0BD00BD0;
  return failed;
}
"""


class RanksTest(ProgramTest):
    def setUp(self):
        super().setUp()
        if why_not():
            self.skipTest(why_not())
        if not os.path.exists(os.path.join(os.path.dirname(support.PROGRAM), "montecopter_mpi.so")):
            self.skipTest("montecopter_mpi.so was not built (Debian: libopenmpi-dev)")

    def together(self, ranks, code, *arguments, timeout=200, env=TOGETHER):
        """Starts so many processes of the program, and requires an exit code of mpirun."""
        done = subprocess.run(["mpirun", "-n", str(ranks), support.PROGRAM, *map(str, arguments)],
                              cwd=self.dir, env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=timeout)
        result = support.Result(done.returncode, done.stdout.decode(), done.stderr.decode())
        self.assertEqual(result.code, code, f"{ranks}: {arguments}: {result}")
        return result

    def pretend(self):
        """Variables by which the file system is Lustre."""
        self.write("lustre.c", LUSTRE)
        library = self.path("lustre.so")
        built = subprocess.run(["cc", "-shared", "-fPIC", "-o", library, self.path("lustre.c"), "-ldl"], capture_output=True)
        if built.returncode != 0:
            self.skipTest("no C compiler here")
        return {"LD_PRELOAD": library}


class SameBytes(RanksTest):
    def alone_and_together(self, numbers, scenario, *options):
        self.expect(0, "run", scenario, *options, "--reproducible", "-o", "one.h5")
        for ranks in numbers:
            result = self.together(ranks, 0, "run", scenario, *options, "--reproducible",
                                   "-o", f"{ranks}.h5")
            self.assertEqual(sha256(self.path(f"{ranks}.h5")), sha256(self.path("one.h5")))
            self.assertIn(f"in {ranks} processes)", result.err)
            self.assertEqual(result.out.count("content sha256"), 1, "one of them answers")

    def test_traces_and_dispersions(self):
        self.write("s.toml", SCENARIO)
        self.alone_and_together([3], "s.toml", "-n", "1000")

    def test_flights_that_leave_their_trajectory(self):
        text = (REPOSITORY / "scenarios/regression/events-return-hummingbird.toml").read_text()
        self.write("s.toml", text.replace('"../', f'"{support.VEHICLES.parent}/'))
        self.alone_and_together([2], "s.toml", "-n", "130")

    @support.slow
    def test_sensors_an_estimator_a_controller_and_a_sweep(self):
        self.write("s.toml", estimated_sweep(150))
        self.alone_and_together([2, 3, 4], "s.toml")
        for index in range(1, 5):
            self.expect(0, "run", "s.toml", "--reproducible", "--shard", f"{index}/4", "-o", f"part{index}.h5")
        self.expect(0, "merge", "--reproducible", *(f"part{index}.h5" for index in range(1, 5)), "-o", "merged.h5")
        self.assertEqual(sha256(self.path("merged.h5")), sha256(self.path("one.h5")))

    def test_nothing_is_left_behind(self):
        self.write("s.toml", SCENARIO)
        self.together(3, 0, "run", "s.toml", "-o", "a.h5")
        self.assertEqual(sorted(os.listdir(self.dir)), ["a.h5", "s.toml"])

    def test_a_file_that_is_replaced(self):
        self.write("s.toml", SCENARIO)
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "a.h5")
        before = sha256(self.path("a.h5"))
        self.together(3, 0, "run", "s.toml", "--reproducible", "--fresh", "-o", "a.h5")
        self.assertEqual(sha256(self.path("a.h5")), before)
        self.together(2, 0, "run", "s.toml", "--reproducible", "-n", "300", "-o", "a.h5")
        self.expect(0, "run", "s.toml", "--reproducible", "-n", "300", "-o", "b.h5")
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("b.h5")))

    def test_some_samples_alone(self):
        self.write("s.toml", SCENARIO)
        result = self.together(2, 0, "run", "s.toml", "--only", "3,100..150", "-o", "a.h5", "--json")
        self.assertEqual(json.loads(result.out)["missing"], 200 - 52)

    def test_more_processes_than_blocks(self):
        self.write("s.toml", SCENARIO)
        result = self.together(4, 0, "run", "s.toml", "-n", "2", "-o", "a.h5")
        self.assertIn("small: 2 samples, 2 ok", result.out)


class Searches(RanksTest):
    def test_rare_and_worst_have_the_same_bits(self):
        self.write("s.toml", BODY)
        for command in (("rare", "s.toml", "--requirement", "near", "--per-level", "800", "--json"),
                        ("worst", "s.toml", "--metric", "max_speed_m_s", "-n", "300", "--json")):
            alone = self.expect(0, *command).out
            self.assertEqual(self.together(3, 0, *command, "--resume", f"{command[0]}.search").out, alone)
            size = os.path.getsize(self.path(f"{command[0]}.search"))
            os.truncate(self.path(f"{command[0]}.search"), size // 2)
            self.assertEqual(self.together(2, 0, *command, "--resume", f"{command[0]}.search").out, alone)
            self.assertEqual(os.path.getsize(self.path(f"{command[0]}.search")), size)

    def test_a_mistake_is_told_once(self):
        self.write("s.toml", BODY)
        for code, words, options in ((2, "Did you mean 'near'", ("--requirement", "nera")),
                                     (2, "`rare` is for probabilities below 0.1", ("--requirement", "near", "--set", "requirement.near.at_most=1"))):
            told = self.together(2, code, "rare", "s.toml", *options, "--per-level", "400", env=AT_ONCE)
            self.assertEqual(told.err.count(words), 1, told.err)

    def test_a_signal_to_one_process_ends_all(self):
        self.write("s.toml", BODY)
        search = ("rare", "s.toml", "--requirement", "near", "--per-level", "400", "--json", "--set", "integrator.rate_hz=10000")
        started = subprocess.Popen(["mpirun", "-n", "2", support.PROGRAM, *search, "--resume", "kept.search"], cwd=self.dir, env=AT_ONCE,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(started.kill)
        while not os.path.exists(self.path("kept.search")) or os.path.getsize(self.path("kept.search")) < 16 * 300:
            self.assertIsNone(started.poll())
            time.sleep(0.002)
        with open(f"/proc/{started.pid}/task/{started.pid}/children") as file:
            os.kill(int(file.read().split()[-1]), signal.SIGTERM)
        _, err = started.communicate(timeout=60)
        self.assertEqual(started.returncode, 143, err)
        self.assertIn("flights are in kept.search; run the same command to resume", err)
        self.assertEqual(self.expect(0, *search, "--resume", "kept.search").out, self.expect(0, *search).out)

    def test_a_full_disk_ends_all(self):
        self.write("s.toml", BODY)
        search = ("rare", "s.toml", "--requirement", "near", "--per-level", "400", "--set", "integrator.rate_hz=10000", "--resume")
        self.expect(0, *search, "whole.search")
        most = os.path.getsize(self.path("whole.search")) - 1  # the last part does not fit
        started = subprocess.Popen(["mpirun", "-n", "2", support.PROGRAM, *search, "kept.search"], cwd=self.dir, env=AT_ONCE,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(started.kill)
        while not os.path.exists(self.path("kept.search")):
            self.assertIsNone(started.poll())
            time.sleep(0.002)
        with open(f"/proc/{started.pid}/task/{started.pid}/children") as file:
            for child in file.read().split():
                resource.prlimit(int(child), resource.RLIMIT_FSIZE, (most, most))
        _, err = started.communicate(timeout=60)
        self.assertEqual(started.returncode, 6, err)
        self.assertEqual(err.count("ulimit -f"), 1, err)

    def test_processes_that_differ(self):
        self.write("s.toml", BODY)
        self.write("one.sh", f'#!/bin/sh\nexec "{support.PROGRAM}" rare s.toml --requirement near --seed $OMPI_COMM_WORLD_RANK\n')
        os.chmod(self.path("one.sh"), 0o755)
        done = subprocess.run(["mpirun", "-n", "2", "./one.sh"], cwd=self.dir, env=AT_ONCE, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("process 1 of 2: error: it differs from process 0", done.stderr)


class Refusals(GateTest, RanksTest):
    def test_a_mistake_is_told_once(self):
        self.write("s.toml", edited(("mass_kg = 1.0", "mas_kg = 1.0")))
        with self.nothing_touched():
            result = self.together(3, 2, "run", "s.toml", env=AT_ONCE)
        self.assertEqual(result.err.count("unknown key"), 1, result.err)
        result = self.together(2, 2, "run", "s.toml", "--only", "x", env=AT_ONCE)
        self.assertEqual(result.err.count("unknown key"), 1, result.err)

    def test_processes_that_fly_something_else(self):
        self.write("s.toml", SCENARIO)
        command = [support.PROGRAM, "run", "s.toml", "-o", "a.h5"]
        with self.nothing_touched():
            done = subprocess.run(["mpirun", "-n", "1", *command, ":", "-n", "1", *command, "--seed", "4"],
                                  cwd=self.dir, env=AT_ONCE, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("process 1 of 2 on ", done.stderr)
        self.assertIn("differs from process 0 in its scenario, options or build", done.stderr)

    def test_a_file_that_is_locked(self):
        self.write("s.toml", SCENARIO)
        run = ["run", "s.toml", "-j", "1", "-o"]
        first = self.start_to_gate("pwrite", self.calls(*run, "b.h5")["pwrite"] // 2, *run, "a.h5")
        result = self.together(2, 6, *run, "a.h5", env=AT_ONCE)
        self.assertIn("another process is writing this file", result.err)
        self.open_gate()
        self.assertEqual(first.wait(), 0)

    @support.slow
    def test_a_disk_that_is_full(self):
        # A limit on the size of files stands for it, above what Open MPI needs itself (some 4 MB). The first process, which
        # has none, writes slowly: it is not to be ready before the second has come to the limit.
        self.write("s.toml", edited(("samples = 200", "samples = 10000"), ('"every:3"', '"all"')))
        self.expect(0, "run", "s.toml", "--only", "0", "-o", "a.h5")
        blocks = os.path.getsize(self.path("a.h5")) // 1024 * 3 // 4
        self.assertGreater(blocks, 16 << 10)
        library = self.preloaded()["LD_PRELOAD"]
        script = (f'[ "$OMPI_COMM_WORLD_RANK" = 0 ] && export LD_PRELOAD={library} FAULT=pwrite:1+:late || ulimit -f {blocks}; '
                  'exec "$0" "$@"')
        done = subprocess.run(["mpirun", "-n", "2", "bash", "-c", script, support.PROGRAM, "run", "s.toml",
                               "-o", "a.h5"], cwd=self.dir, env=IN_A_SECOND, capture_output=True, text=True,
                              timeout=200)
        self.assertEqual(done.returncode, 6, done)
        self.assertIn("(process 1 of 2 on ", done.stderr)
        self.assertIn("File too large", done.stderr)
        self.expect(0, "run", "s.toml", "-o", "a.h5", "--reproducible")
        self.expect(0, "run", "s.toml", "-o", "b.h5", "--reproducible")
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("b.h5")))


class AnotherMpi(RanksTest):
    def test_who_was_started_for_it_is_told_so(self):
        # As Open MPI finds it where MPICH's mpirun, or srun --mpi=pmi2, has started several processes.
        self.write("s.toml", SCENARIO)
        with self.nothing_touched():
            result = self.expect(6, "run", "s.toml", env={**TOGETHER, "PMI_SIZE": "2", "PMI_RANK": "0"})
        self.assertIn("2 processes of this command were started, but MPI sees 1", result.err)


class SeveralMachines(RanksTest):
    """A process whose kernel seems to have another boot identifier stands for one of another machine."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
            self.skipTest("only root can let a process see another machine (unshare --mount)")
        self.write("s.toml", SCENARIO)
        self.write("boot_id", "00000000-0000-0000-0000-000000000000\n")
        self.expect(0, "run", "s.toml", "--reproducible", "-o", "one.h5")

    def on_two(self, code, first="", **variables):
        """Two processes here, and one on another machine, where `first` is done before."""
        run = [support.PROGRAM, "run", "s.toml", "--reproducible", "-o", "a.h5"]
        script = f'mount --bind boot_id /proc/sys/kernel/random/boot_id && {first or "true"} && exec "$0" "$@"'
        done = subprocess.run(["mpirun", "-n", "2", *run, ":", "-n", "1", "unshare", "--mount", "bash", "-c", script, *run],
                              cwd=self.dir, env={**TOGETHER, **variables}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, code, done)
        return done

    def on_two_the_same(self, note, *arguments, **variables):
        done = self.on_two(0, *arguments, **variables)
        self.assertIn("in 3 processes on 2 machines)", done.stderr)
        self.assertEqual(sha256(self.path("a.h5")), sha256(self.path("one.h5")))
        self.assertEqual([name for name in os.listdir(self.dir) if "probe" in name], [])
        self.assertEqual(done.stderr.count(
            "a.h5: 1 of 3 processes on 2 machines send their flights to process 0"), note, done.stderr)

    def test_a_disk_of_one_machine(self):
        self.on_two_the_same(1)

    def test_a_file_system_that_keeps_writes_apart(self):
        self.on_two_the_same(0, **self.pretend())

    def test_a_folder_that_is_another_one_there(self):
        # The other machine has a file of the same name and size in a folder of its own.
        os.mkdir(self.path("elsewhere"))
        self.write("elsewhere/boot_id", "00000000-0000-0000-0000-000000000000\n")
        shutil.copy(self.path("s.toml"), self.path("elsewhere"))
        shutil.copy(self.path("one.h5"), self.path("elsewhere/a.h5"))
        before = sha256(self.path("elsewhere/a.h5"))
        self.on_two_the_same(1, f'mount --bind "{self.dir}/elsewhere" "{self.dir}" && cd "{self.dir}"', **self.pretend())
        self.assertEqual(sha256(self.path("elsewhere/a.h5")), before)

    def test_a_disk_that_is_full_for_the_first(self):
        # It writes for the other one, which must not wait for ever.
        self.write("s.toml", edited(("samples = 200", "samples = 10000"), ('"every:3"', '"all"')))
        self.expect(0, "run", "s.toml", "--reproducible", "--only", "0", "-o", "a.h5")
        blocks = os.path.getsize(self.path("a.h5")) // 1024 // 2
        self.assertGreater(blocks, 16 << 10)
        run = [support.PROGRAM, "run", "s.toml", "--reproducible", "-o", "a.h5"]
        far = 'mount --bind boot_id /proc/sys/kernel/random/boot_id && exec "$0" "$@"'
        done = subprocess.run(["mpirun", "-n", "1", "bash", "-c", f'ulimit -f {blocks}; exec "$0" "$@"', *run,
                               ":", "-n", "1", "unshare", "--mount", "bash", "-c", far, *run], cwd=self.dir,
                              env=AT_ONCE, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 6, done)
        self.assertIn("File too large", done.stderr)


class WithoutTheModule(ProgramTest):
    def test_the_message_says_where_it_was_looked_for(self):
        program = shutil.copy(support.PROGRAM, self.path("montecopter"))
        self.write("s.toml", SCENARIO)
        for started in ({"OMPI_COMM_WORLD_SIZE": "2"}, {"PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "2"}):
            with self.nothing_touched():
                result = self.expect(6, "run", "s.toml", program=program, env={**os.environ, **started})
            self.assertIn("cannot load the MPI module that 2 processes need", result.err)
            self.assertIn("montecopter_mpi.so", result.err)
            self.assertIn("libopenmpi-dev", result.err)

    def test_one_process_needs_no_module(self):
        program = shutil.copy(support.PROGRAM, self.path("montecopter"))
        self.write("s.toml", SCENARIO)
        for started in ({"OMPI_COMM_WORLD_SIZE": "1"}, {"PMIX_RANK": "0", "SLURM_STEP_NUM_TASKS": "1"}):
            self.expect(0, "run", "s.toml", program=program, env={**os.environ, **started})

    def test_tasks_of_srun_that_know_nothing_of_each_other(self):
        self.write("s.toml", SCENARIO)
        apart = {**os.environ, "SLURM_STEP_NUM_TASKS": "3", "SLURM_PROCID": "1"}
        with self.nothing_touched():
            result = self.expect(2, "run", "s.toml", env=apart)
        for typed in ("3 tasks", "srun --mpi=pmix", "--shard I/3", "--alone"):
            self.assertIn(typed, result.err)
        self.expect(0, "run", "s.toml", "--shard", "2/3", env=apart)
        self.expect(0, "run", "s.toml", "--alone", env=apart)
        self.expect(0, "run", "s.toml", "--fresh", env={**apart, "OMPI_COMM_WORLD_SIZE": "1"})  # mpirun -n 1 in a step
        # Others that mpirun has started are of no concern then.
        self.expect(0, "run", "s.toml", "--fresh", "--alone", env={**os.environ, "OMPI_COMM_WORLD_SIZE": "2"})

    def test_slurm_says_how_many_threads(self):
        self.write("s.toml", SCENARIO)
        for given in ({"SLURM_CPUS_ON_NODE": "1"}, {"SLURM_CPUS_PER_TASK": "1", "SLURM_CPUS_ON_NODE": "2"}):
            result = self.expect(0, "run", "s.toml", "--fresh", env={**os.environ, **given})
            self.assertIn(", 1 thread)", result.err)

    def test_the_program_is_linked_against_no_mpi(self):
        done = subprocess.run(["ldd", support.PROGRAM], capture_output=True, text=True)
        self.assertNotIn("mpi", done.stdout)


if __name__ == "__main__":
    support.main()
