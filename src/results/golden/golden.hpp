#pragma once
/// A golden: what a later version of program or scenario is held to, small enough for a repository.
///
/// It is a result file reduced to datasets of the same names (docs/golden-file.md):
///   of all samples      `sample_digest`, one number made of the 16 of `digest`, and codes: how a
///                       flight ended, requirements met, points of a sweep;
///   of chosen samples   all else that there is one number of per sample, and `digest`
///                       (dimension `chosen_sample`);
///   their traces        at a few times (dimension `trace_sample`, thinned time axes);
///   statistics          of every metric, some of them;
/// and the resolved scenario. reduce() makes one of a result, format.hpp writes and reads it,
/// as_result() makes a ResultFile of it, in memory, so that whatever reads results reads goldens:
/// compare() above all.

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

/// Samples of which a golden has all numbers, at most.
inline constexpr std::size_t most_chosen = 8;

/// One time at which the golden was accepted.
struct Acceptance {
  std::string date;    ///< UTC, "2026-11-24"
  std::string reason;  ///< as given
  std::string build;   ///< of the program that flew it
  std::string before;  ///< identity() of what it replaced; empty: there was none
  std::string after;   ///< identity() of what it is
  bool operator==(const Acceptance&) const = default;
};

struct Golden {
  record::Schema schema;  ///< offsets are 0
  /// The bytes of each dataset, as results store them; of bare scales none.
  std::vector<std::vector<std::byte>> data;
  std::vector<Acceptance> history;  ///< oldest first

  const std::vector<std::byte>& bytes_of(const std::string& name) const;
  std::string resolved_text() const;
};

/// SHA-256 over schema and data, in hexadecimal: the same for the same flights and choice,
/// whatever the history is.
std::string identity(const Golden& golden);

/// The golden as a result file in memory; `path` is for messages. Error(io) if there is no memory.
record::ResultFile as_result(const Golden& golden, const std::string& path);

}  // namespace montecopter::golden
