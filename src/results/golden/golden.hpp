#pragma once
/// A golden: the accepted result that later versions of program or scenario are compared with,
/// small enough for a repository.
///
/// It is a result file reduced to datasets of the same names (docs/golden-file.md). Its content:
///
///   all samples      `sample_digest`, one number made of the 16 of `digest`, and codes: status,
///                    requirements met, points of a sweep
///
///   chosen samples   all other columns with one number per sample, and `digest` (dimension
///                    `chosen_sample`)
///
///   their traces     a few times (dimension `trace_sample`, thinned time axes)
///
///   statistics       some statistics of every metric
///
///   scenario         the resolved scenario
///
/// reduce() makes a golden from a result; format.hpp writes and reads it. Then as_result() makes a
/// ResultFile of it in memory, so that all readers of results, above all compare(), read goldens.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "record/schema.hpp"

namespace montecopter::golden {

/// Dataset and dimension that only goldens have.
inline constexpr const char* sample_digest_name = "sample_digest";
inline constexpr const char* chosen_sample_name = "chosen_sample";

/// Largest number of samples with all numbers in a golden.
inline constexpr std::size_t most_chosen = 8;

/// One time at which the golden was accepted.
struct Acceptance {
  std::string date;    ///< UTC, "2026-11-24"
  std::string reason;  ///< reason as given
  std::string build;   ///< build of the program that flew it
  std::string before;  ///< identity() of the replaced golden; empty if there was none
  std::string after;   ///< identity() of the accepted golden
  bool operator==(const Acceptance&) const = default;
};

struct Golden {
  record::Schema schema;  ///< all offsets are 0
  /// The bytes of each dataset, as results store them; none for bare scales.
  std::vector<std::vector<std::byte>> data;
  std::vector<Acceptance> history;  ///< oldest first

  const std::vector<std::byte>& bytes_of(const std::string& name) const;
  std::string resolved_text() const;
};

/// SHA-256 over schema and data, in hexadecimal: the same for the same flights and choice of
/// samples, whatever the history.
std::string identity(const Golden& golden);

/// The golden as a result file in memory; `path` is for messages. Error(io) if there is no memory.
record::ResultFile as_result(const Golden& golden, const std::string& path);

}  // namespace montecopter::golden
