#pragma once
/// Result files of one campaign, opened to become one: shards of it, or runs that did not end.
///
/// `merge` calls, in this order,
///   1. open_parts(): each file is opened, locked against writers, and compared with what most of
///      them hold: scenario, version, number of shards;
///   2. cover(): every sample is held against its check, and every part against the layout that the
///      campaign gives it; then which samples are there, which are not, and which are there twice;
///   3. copy_samples(): into the result of the whole, which a Writer holds, by ranges.
/// Nothing is written before 2 has found nothing to object to.

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

/// What is wrong, a line for each file, so that all of it is said at once.
class Objections {
 public:
  void add(ExitCode code, const std::string& line);
  bool empty() const { return lines_.empty(); }
  /// Throws all of them as one Error; that of the disk decides about its code.
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
  /// Rows of the campaign and of the file.
  std::int64_t row_of(std::int64_t row_there) const {
    return shard ? shard->row_of(row_there) : row_there;
  }
  std::int64_t row_there(std::int64_t row) const { return shard ? shard->row_there(row) : row; }
};

/// Error(refused) that names every file that is no result, of another campaign or version than most
/// are, or given twice; Error(io) if one cannot be read or is being written. HDF5 takes its time
/// for each of them, in a process of its own, so `threads` files are opened at once.
std::vector<Part> open_parts(const std::vector<std::string>& paths, int threads);

/// The text that most parts have in a place that no hash covers; the parts that have another one.
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
  std::vector<Stretch> stretches;  ///< ascending, none overlaps another
  RowRanges missing;               ///< in no part, or damaged there
  std::string why;                 ///< sentences about the missing, by file
};

/// The campaign that the parts are of.
struct Campaign {
  const Layout& layout;
  NumberOf number_of;
  std::string build;    ///< of this program
  record::Refly refly;  ///< one row of the campaign
};

/// Error(refused) that names every file that is not as the campaign lays it out, was flown by
/// another program, or has samples that another part has, too. Damaged samples are objected to,
/// unless `allow_missing`: then they count as missing.
Coverage cover(const std::vector<Part>& parts, const Campaign& campaign, int threads,
               bool allow_missing, const Watch& watch);

}  // namespace montecopter::merge
