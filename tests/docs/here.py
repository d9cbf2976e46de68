"""Python programs as copies of this process, which has imported the large packages: starting Python, matplotlib and xarray
anew costs most of what the examples of the pages take."""
import contextlib
import importlib
import os
import runpy
import shlex
import signal
import subprocess
import sys
import tempfile
import traceback

PACKAGES = ("numpy", "h5py", "pandas", "xarray", "matplotlib.pyplot")


def prepare(packages=PACKAGES):
    """Imports what copies are to have. A package that is missing is missed by who needs it."""
    for package in packages:
        with contextlib.suppress(ImportError):
            importlib.import_module(package)


@contextlib.contextmanager
def limit(seconds):
    """Raises TimeoutError after so long."""
    def end(*_):
        raise TimeoutError
    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def plain_words(command, program):
    """The arguments of a shell's command if it is this program alone, with no word that the shell would change."""
    if not command.startswith(program + " ") or any(c in command for c in "$`*?~#"):
        return None
    words = shlex.shlex(command.replace("\\\n", " "), posix=True, punctuation_chars=True)
    words.whitespace_split = True
    words = list(words)
    return None if any(set(word) <= set("();<>|&") for word in words) else words[1:]


def run_text(text, folders, cwd, environment):
    """A program given as text; its modules are looked for in these folders, too."""
    return _copy(lambda: exec(compile(text, "<stdin>", "exec"), {"__name__": "__main__"}), ["-"], [cwd, *folders], cwd,
                 environment)


def run_file(path, words, cwd, environment, folders=()):
    """A program in a file; its modules are beside it, and in these folders."""
    return _copy(lambda: runpy.run_path(str(path), run_name="__main__"), [str(path), *words], [path.parent, *folders], cwd,
                 environment)


def _copy(work, arguments, folders, cwd, environment):
    """What subprocess.run gives of work() in a copy of this process."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os._exit(_in_the_copy(work, arguments, folders, cwd, environment, out, err))
        try:
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise
        texts = [file.seek(0) or file.read().decode() for file in (out, err)]
    return subprocess.CompletedProcess(arguments, code, *texts)


def _in_the_copy(work, arguments, folders, cwd, environment, out, err):
    """The exit code, as Python gives it."""
    signal.alarm(0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for number, file in ((0, open(os.devnull)), (1, out), (2, err)):
        os.dup2(file.fileno(), number)
    code = 0
    try:
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv[:] = arguments
        sys.path[:0] = map(str, folders)
        work()
    except SystemExit as end:
        code = end.code or 0
        if not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code
