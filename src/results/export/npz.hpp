#pragma once
/// Arrays as a file of NumPy (.npz): a ZIP archive, stored, of one .npy file of format 1.0 for
/// each.
///
/// Sources: NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays" (2007);
/// APPNOTE.TXT 6.3.3 of PKWARE, with ZIP64 where an array or the archive has 4 GiB and more. Names
/// and numbers alone decide about the bytes: the time of each file is the first that ZIP knows, 1
/// January 1980.

#include <span>

#include "results/export/arrays.hpp"

namespace montecopter {

/// What the 32-bit fields of ZIP cannot hold: these bytes and more stand in the fields of ZIP64.
inline constexpr std::uint64_t zip64_from_bytes = 0xffffffff;

/// Texts are arrays of Unicode text. Each array is read twice, for its check (CRC-32) comes first.
/// `zip64_from`: a lower one is as legal, and lets tests see ZIP64 without 4 GiB.
void write_npz(std::span<const NamedArray> arrays, const ByteSink& sink,
               std::uint64_t zip64_from = zip64_from_bytes);

}  // namespace montecopter
