#pragma once
/// A result file examined from end to end: what is damaged, what `run` makes good, and what it
/// cannot.
///
/// examine() goes through the file in the order in which one part is needed to judge the next:
///   1. the metadata, as HDF5 read them in a child process, against the layout that the scenario in
///      the file asks for, and then byte by byte against a layout that is made anew in memory;
///   2. every sample against its check, by several threads: each byte of the data is read once;
///   3. indices, coordinates, values of a sweep, against those of the layout;
///   4. what samples cannot hold: unknown statuses, flights without digests, other numbers;
///   5. statistics, computed again, and the content hash;
///   6. texts of /provenance.
/// Nothing is written. A file that HDF5 cannot read is an Error before all this.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/watch.hpp"
#include "record/examine.hpp"
#include "record/reader.hpp"

namespace montecopter::fsck {

/// Whether the same `run` again makes good what is damaged.
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
  std::string shard;  ///< "1 of 4"; empty if it is of all samples
  std::int64_t samples = 0, missing = 0;
  std::uint64_t bytes = 0;
  std::string content_sha256;  ///< if it is finished and the hash is that of its bytes
  std::vector<Finding> findings;
  std::vector<std::string> notes;  ///< what is unusual, and no damage

  bool is_intact() const { return findings.empty(); }
};

/// Error(refused) or Error(io) if the file cannot be examined at all. Incomplete if it was
/// stopped. The bytes of the samples are counted as done; statistics come after them.
Examination examine(const std::string& path, int threads, const Watch& watch);

/// "by `run`", "perhaps", "not by `run`"
std::string cure_text(const Finding& finding);

std::string examination_text(const Examination& examination, std::size_t width);
std::string examination_json(const Examination& examination);

}  // namespace montecopter::fsck
