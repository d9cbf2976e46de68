#pragma once
/// Examines a whole result file: damaged parts, and whether `run` can repair them.
///
/// examine() goes through the file in the order in which one part is needed to judge the next.
///   1. Metadata, read by HDF5 in a child process. They are compared with the layout of the
///   scenario
///      in the file, then byte by byte with a new layout in memory.
///   2. Every sample and its check, by several threads. Each byte of the data is read once.
///   3. Indices, coordinates and values of a sweep, compared with the layout.
///   4. Impossible values of samples: unknown statuses, flights without digests, wrong numbers.
///   5. Statistics, computed again, and the content hash.
///   6. Texts of /provenance.
/// Nothing is written. A file that HDF5 cannot read is an Error before the first step.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/watch.hpp"
#include "record/examine.hpp"
#include "record/reader.hpp"

namespace montecopter::fsck {

/// Whether repeating the same `run` repairs the damage.
enum class Cure { run, perhaps, none };

struct Finding {
  std::string part;  ///< "samples", "metadata", "coordinates", "statistics", "provenance", ...
  std::string what;  ///< a sentence without its full stop
  Cure cure = Cure::none;
  RowRanges samples = {};  ///< rows of the file; empty where it is not about samples
};

struct Examination {
  std::string file;
  bool finished = false;
  std::string shard;  ///< "1 of 4"; empty for a file of all samples
  std::int64_t samples = 0, missing = 0;
  std::uint64_t bytes = 0;
  std::string content_sha256;  ///< set if the file is finished and the hash matches its bytes
  std::vector<Finding> findings;
  std::vector<std::string> notes;  ///< unusual, but no damage

  bool is_intact() const { return findings.empty(); }
};

/// Examines a file. Error(refused) or Error(io) if the file cannot be examined at all. Incomplete
/// if it was stopped. The bytes of the samples are counted as done; statistics come after them.
Examination examine(const std::string& path, int threads, const Watch& watch);

/// Sentence about the repair of a finding: by `run`, perhaps, or not by `run`.
std::string cure_text(const Finding& finding);

std::string examination_text(const Examination& examination, std::size_t width);
std::string examination_json(const Examination& examination);

}  // namespace montecopter::fsck
