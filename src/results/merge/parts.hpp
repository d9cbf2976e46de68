#pragma once
/// Result files of one campaign, opened for merging: shards, or unfinished runs.
///
/// `merge` calls three functions, in this order.
///   1. open_parts() opens each file, locks it against writers, and compares scenario, version and
///      number of shards with the majority.
///   2. cover() compares every sample with its check, and every part with its layout in the
///   campaign.
///      It finds present, missing and duplicate samples.
///   3. copy_samples() copies ranges into the result of the whole, which a Writer holds.
/// Nothing is written if step 2 has an objection.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "plan/layout.hpp"
#include "plan/shard.hpp"
#include "record/examine.hpp"
#include "record/prove.hpp"
#include "record/reader.hpp"

namespace montecopter::merge {

/// Objections, a line for each file, so that all are reported at once.
class Objections {
 public:
  void add(ExitCode code, const std::string& line);
  bool empty() const { return lines_.empty(); }
  /// Throws all objections as one Error; an error of the disk sets its exit code.
  void throw_if_any(const std::string& last_line) const;

 private:
  std::string lines_;
  ExitCode code_ = ExitCode::refused;
};

struct Part {
  record::ResultFile file;
  std::string resolved;
  std::optional<Shard> shard;

  const std::string& path() const { return file.path(); }
  /// Row of the campaign for a row of the file; row_there() is the inverse.
  std::int64_t row_of(std::int64_t row_there) const {
    return shard ? shard->row_of(row_there) : row_there;
  }
  std::int64_t row_there(std::int64_t row) const { return shard ? shard->row_there(row) : row; }
};

/// Opens the parts. Error(refused) names every file that is not a result, is given twice, or
/// differs from the majority in campaign or version. Error(io) if a file cannot be read or is being
/// written. HDF5 opens each slowly, in its own process, so that `threads` files are opened at once.
std::vector<Part> open_parts(const std::vector<std::string>& paths, int threads);

/// A text that no hash covers, as most parts have it; and the parts with a different text.
struct CommonText {
  std::string text;
  std::vector<std::string> others;
};
CommonText scenario_text_of(const std::vector<Part>& parts);
/// The warnings about the scenario, a line each.
std::vector<std::string> warnings_of(const std::vector<Part>& parts);

/// Consecutive rows of the campaign that a part has.
struct Stretch {
  std::int64_t first = 0, end = 0;
  std::size_t part = 0;
};

struct Coverage {
  std::vector<Stretch> stretches;  ///< ascending, without overlap
  RowRanges missing;               ///< in no part, or damaged there
  std::string why;                 ///< sentences about the missing samples, by file
};

/// The campaign of the parts.
struct Campaign {
  const Layout& layout;
  NumberOf number_of;
  std::string build;    ///< build of this program
  record::Refly refly;  ///< flies one row of the campaign again
};

/// Finds the coverage. Error(refused) names every file that does not match the layout of the
/// campaign, was flown by another program, or shares samples with another part. Damaged samples are
/// refused, unless `allow_missing`: then they count as missing.
Coverage cover(const std::vector<Part>& parts, const Campaign& campaign, int threads,
               bool allow_missing, const Watch& watch);

}  // namespace montecopter::merge
