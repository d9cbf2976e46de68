"""The checks and the content hash of a result, by the definition in docs/result-file.md: what a test
has changed with h5py is sealed as another program would have written it."""
import ctypes
import hashlib

import h5py
import numpy as np


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def xxh3(data):
    library = ctypes.CDLL("libxxhash.so.0")
    library.XXH3_128bits.restype = Hash128
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    value = library.XXH3_128bits(data, len(data))
    return value.low, value.high


def first_dimension(dataset):
    if not dataset.dims or not len(dataset.dims[0]):
        return ""
    return dataset.dims[0][0].name.strip("/")


def columns(file):
    """Datasets of the root group that are no dimension, in the order of their creation."""
    names = []
    file.id.links.iterate(lambda name: names.append(name.decode()), idx_type=h5py.h5.INDEX_CRT_ORDER)
    for name in names:
        if isinstance(file[name], h5py.Dataset) and not h5py.h5ds.is_scale(file[name].id) and name != "check":
            yield file[name]


def description(file):
    """The hash over what describes the flights."""
    covered = hashlib.sha256()

    def add(name, data):
        covered.update(name.encode() + np.uint64(len(data)).tobytes() + data)

    for name in ("Conventions", "title", "source", "number_sources", "stopped", "shard"):
        if name in file.attrs:
            add(name, bytes(file.attrs[name]))
    add("provenance/scenario", file["provenance/scenario"][:].tobytes())
    names = []
    file.id.links.iterate(lambda name: names.append(name.decode()), idx_type=h5py.h5.INDEX_CRT_ORDER)
    for name in names:
        data = file[name]
        if isinstance(data, h5py.Dataset) and h5py.h5ds.is_scale(data.id) and data.id.get_offset() and name != "sample":
            add(name, data[:].tobytes())
    return covered.digest()


def seal(file):
    by = {"sample": [], "trace_sample": [], "": []}
    for dataset in columns(file):
        by.get(first_dimension(dataset), by[""]).append(dataset)
    traced = list(file["trace_sample"][:])
    checks = np.zeros((file["sample"].size, 2), np.uint64)
    for sample in range(len(checks)):
        data = np.int64(sample).tobytes() + b"".join(d[sample].tobytes() for d in by["sample"])
        if sample in traced:
            data += b"".join(d[traced.index(sample)].tobytes() for d in by["trace_sample"])
        checks[sample] = xxh3(data)
    file["check"][:] = checks
    content = hashlib.sha256(file["provenance/resolved"][:].tobytes() + checks.tobytes())
    for dataset in by[""]:
        content.update(dataset[()].tobytes())
    file["provenance/volatile/content_sha256"][:] = np.frombuffer(content.digest(), np.uint8)
    if "provenance/description_sha256" in file:
        file["provenance/description_sha256"][:] = np.frombuffer(description(file), np.uint8)
