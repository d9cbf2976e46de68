#pragma once
/// Two results that are read once, side by side: each is held to its stored checks, and both to
/// each other, byte by byte. Where they are equal one hash serves both.

#include <set>
#include <string>

#include "record/reader.hpp"

namespace montecopter::record {

struct PairReading {
  UnverifiedSamples a, b;
  /// Columns of samples and of traces with the same bytes in both files.
  std::set<std::string> equal;
};

/// Whether the samples and traces of two files lie alike, so that they can be read as a pair.
bool is_alike(const ResultFile& a, const ResultFile& b);

/// Reads two files that are alike. Memory: a few MiB for each thread, whatever the size of a
/// sample.
PairReading read_pair(const ResultFile& a, const ResultFile& b, int threads = 1);

}  // namespace montecopter::record
