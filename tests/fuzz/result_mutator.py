"""Damages result files: bytes as disks and cables do, objects as other programs do."""
import os
import random
import shutil

import h5py
import numpy

EDGE_WORDS = [0, 1, 2**16, 2**31, 2**32 - 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64 - 8, 512, 4096]
EDGE_NUMBERS = [0, 1, -1, 2, 127, -128, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 0.5, 1e300, -1e300, 5e-324,
                float("inf"), float("-inf"), float("nan")]
ATTRIBUTES = ["", "m", "not_run ok", "x, y, z", "a b c d e f g h i j", "x" * 60000, 0, -1, 2**62, 1.5, [1, 2, 3],
              numpy.int8([0, 1, 2, 3]), numpy.int64([0]), numpy.int64([2**62, 2**62]), ["a", "b"]]
NAMES = ["status", "check", "sample", "trace_sample", "time", "sweep_point", "m_x", "stat_x", "in_x", "x", "\u00e9"]


class Mutator:
    def __init__(self, seeds, seed):
        self.seeds = seeds  # paths of good files
        self.random = random.Random(seed)

    def result(self, path):
        """Writes a damaged copy of one of the seeds, and says of which."""
        r = self.random
        seed = r.randrange(len(self.seeds))
        shutil.copyfile(self.seeds[seed], path)
        if r.random() < 0.5:
            self.damage_bytes(path)
        else:
            try:
                with h5py.File(path, "r+") as file:
                    for _ in range(r.choice([1, 1, 2, 4])):
                        self.edit(file)
            except (OSError, RuntimeError, ValueError, TypeError, KeyError, OverflowError):
                pass  # what HDF5 does not do to a file; it is tried as it is
        return seed

    def damage_bytes(self, path):
        r = self.random
        with open(path, "r+b") as file:
            data = bytearray(file.read())
            used = [at for at in range(0, len(data), 8) if any(data[at:at + 8])]
            for _ in range(r.choice([1, 1, 2, 4, 16])):
                at = r.choice(used) + r.randrange(8)
                action = r.random()
                if action < 0.45:
                    data[at:at + 1] = bytes([data[at] ^ (1 << r.randrange(8))])
                elif action < 0.6:
                    data[at:at + 1] = bytes([r.randrange(256)])
                elif action < 0.75:
                    data[at & ~7:(at & ~7) + 8] = r.choice(EDGE_WORDS).to_bytes(8, "little")
                elif action < 0.85:
                    data[at:at + 64] = bytes(64)
                elif action < 0.92:
                    other, size = r.choice(used), r.choice([8, 64, 512])
                    copied = data[other:other + size][:len(data) - at]
                    data[at:at + len(copied)] = copied
                elif action < 0.97:
                    del data[r.choice([at, len(data) - r.randrange(1, 4096)]):]
                    used = [one for one in used if one + 8 < len(data)] or [0]
                else:
                    data += bytes(r.randrange(1, 10000))
                if len(data) < 16:
                    break
            file.seek(0)
            file.write(data)
            file.truncate()

    def edit(self, file):
        r = self.random
        objects = [file]
        file.visititems(lambda _, one: objects.append(one))
        one = r.choice(objects)
        action = r.random()
        if action < 0.25:
            self.edit_attribute(one)
        elif isinstance(one, h5py.Dataset) and action < 0.65:
            self.edit_values(one)
        elif one.name == "/":
            file.create_dataset(r.choice(NAMES), data=r.choice(EDGE_NUMBERS))
        elif action < 0.75:
            del file[one.name]
        elif action < 0.83:
            file.move(one.name, r.choice([r.choice(NAMES), one.name + "2", "provenance/x", one.parent.name + "/_"]))
        elif action < 0.95 and isinstance(one, h5py.Dataset):
            self.put_anew(file, one)
        else:
            name = r.choice(NAMES)
            if name not in file:
                file[name] = r.choice([one, h5py.SoftLink(one.name), h5py.ExternalLink("x.h5", "/")])

    def edit_attribute(self, one):
        r = self.random
        names = [name for name in one.attrs if name not in ("DIMENSION_LIST", "REFERENCE_LIST")]
        if names and r.random() < 0.4:
            del one.attrs[r.choice(names)]
        else:
            value = r.choice(ATTRIBUTES)
            if isinstance(value, str) and r.random() < 0.7:
                value = numpy.bytes_(value.encode() or b"\0")
            one.attrs[r.choice(names + ["units", "long_name", "flag_values", "grid_shape", "grid_axis"])] = value

    def edit_values(self, one):
        r = self.random
        if one.size in (None, 0):
            return
        values = one[()] if one.shape == () else one[...].reshape(-1)
        with numpy.errstate(all="ignore"):
            value = numpy.float64(r.choice(EDGE_NUMBERS)).astype(one.dtype)
            if one.dtype.kind in "iu" and r.random() < 0.5:
                value = numpy.array(r.randrange(8)).astype(one.dtype)
        if one.shape == ():
            one[()] = value
        else:
            values[r.randrange(len(values))] = value
            one[...] = values.reshape(one.shape)

    def put_anew(self, file, one):
        """The same name with other storage, type, shape or place in the order."""
        r = self.random
        name, values = one.name, one[()]
        del file[name]
        action = r.randrange(5)
        if action == 0:
            file.create_dataset(name, data=values)
        elif action == 1 and values.ndim > 0:
            file.create_dataset(name, data=values, chunks=True, compression="gzip")
        elif action == 2:
            with numpy.errstate(all="ignore"):
                values = numpy.asarray(values).astype(r.choice(["i1", "i8", "u8", "f4", "f8", ">f8"]))
            file.create_dataset(name, data=values)
        elif action == 3:
            file.create_dataset(name, data=numpy.asarray(values).reshape(-1)[:r.choice([0, 1, 2, 7])])
        else:
            file.create_dataset(name, shape=(2**20,) * r.choice([1, 2, 3]), dtype="f8", chunks=True)


def clean(path):
    """Removes a mutant and what the program laid out beside it."""
    folder, name = os.path.split(path)
    for one in os.listdir(folder):
        if one.startswith(name):
            os.remove(os.path.join(folder, one))
