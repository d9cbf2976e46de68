"""Archives whose bytes depend only on the files in them: archive.py FOLDER FILE.tar.gz

Names are in order, and all entries belong to root, have one time (SOURCE_DATE_EPOCH, or that of the commit), and modes
that do not depend on the umask. The archive is compressed by gzip, because a bare Debian has no xz.
"""
import gzip
import pathlib
import sys
import tarfile

import linked


def pack(folder, path):
    """Writes a folder with its name into an archive."""
    seconds = linked.source_time()

    def neutral(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = seconds
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar:
            tar.add(folder, folder.name, recursive=False, filter=neutral)
            for entry in sorted(folder.rglob("*")):
                tar.add(entry, entry.relative_to(folder.parent), recursive=False, filter=neutral)
    partial.replace(path)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pack(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
