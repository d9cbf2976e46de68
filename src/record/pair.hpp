#pragma once
/// Reads two results once, side by side. Each is compared with its stored checks, and both with
/// each other, byte by byte. Where they are equal, one hash serves both.

#include <set>
#include <string>

#include "record/reader.hpp"

namespace montecopter::record {

struct PairReading {
  UnverifiedSamples a, b;
  /// Columns of samples and of traces with the same bytes in both files.
  std::set<std::string> equal;
};

/// Whether samples and traces of two files have the same layout, so that they can be read as a
/// pair.
bool is_alike(const ResultFile& a, const ResultFile& b);

/// Reads two files with the same layout. Memory: a few MiB for each thread, for any size of a
/// sample.
PairReading read_pair(const ResultFile& a, const ResultFile& b, int threads = 1);

}  // namespace montecopter::record
