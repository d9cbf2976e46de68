#pragma once
/// Arrays as a NumPy file (.npz): a stored ZIP archive with one .npy file of format 1.0 for each.
///
/// Sources: NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays" (2007);
/// APPNOTE.TXT 6.3.3 of PKWARE, with ZIP64 where an array or the archive has 4 GiB or more. Only
/// names and numbers determine the bytes: the time of each file is the earliest in ZIP, 1 January
/// 1980.

#include <span>

#include "results/export/arrays.hpp"

namespace montecopter {

/// Sizes from here on do not fit into the 32-bit fields of ZIP and use the fields of ZIP64.
inline constexpr std::uint64_t zip64_from_bytes = 0xffffffff;

/// Writes the arrays; texts become arrays of Unicode text. Each array is read twice, because its
/// check (CRC-32) comes first. A lower `zip64_from` is also legal: tests use it to produce ZIP64
/// without 4 GiB.
void write_npz(std::span<const NamedArray> arrays, const ByteSink& sink,
               std::uint64_t zip64_from = zip64_from_bytes);

}  // namespace montecopter
