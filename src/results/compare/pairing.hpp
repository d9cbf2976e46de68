#pragma once
/// Whether samples of two campaigns belong together, so that they can be compared pair by pair.
///
/// Draws are addressed by seed, sample and what is drawn (docs/random-numbers.md): two scenarios
/// with the same seed fly sample 7 in the same winds, and with the same inputs as far as they draw
/// the same. These are the "common random numbers" of Glasserman & Yao, Management Science 38
/// (1992) 884, which take out of a difference what both have in common.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::compare {

/// A sample that was flown: its number among those of its group, and its row in all columns.
struct NumberedRow {
  std::int64_t number = 0;
  std::size_t row = 0;
};

/// One of both results, as it was opened.
struct Campaign {
  Campaign(const record::ResultFile& file_, const Scenario& scenario_, const Samples& samples_);

  const record::ResultFile& file;
  const Scenario& scenario;
  const Samples& samples;
  /// By group, by number. A file of chosen samples (monte_carlo.only) has gaps, and as many samples
  /// of each point as were chosen.
  std::vector<std::vector<NumberedRow>> flown;

  bool has_chosen_samples() const { return !scenario.monte_carlo.only.empty(); }
};

/// Points that are compared with each other: indices of Samples::groups, 0 without a sweep.
struct PointPair {
  std::size_t a = 0, b = 0;
};

/// A point of each file that has a sweep.
struct AskedPoints {
  std::int64_t a = 0, b = 0;
};

/// All points, if both have the same; or those that are asked for. Error(refused) if the points
/// differ, Error(usage) if there is no such point.
std::vector<PointPair> match_points(const Campaign& a, const Campaign& b,
                                    std::optional<AskedPoints> asked);

/// The rows of one sample in both.
struct RowPair {
  std::int64_t number = 0;
  std::size_t a = 0, b = 0;
};

/// The samples of a point that were flown in both, by number.
std::vector<RowPair> common_rows(const Campaign& a, const Campaign& b, PointPair point);

struct Pairing {
  bool is_paired = false;
  std::string why_not;          ///< "the seeds are 1 and 2"; empty if paired
  bool are_chosen = false;      ///< one file holds chosen samples only
  std::size_t samples = 0;      ///< of each point in both: the first ones; of chosen ones the most
  std::size_t same_inputs = 0;  ///< drawn inputs that have the same bits in both
  std::vector<std::string> unlike;  ///< columns that both draw, but by other distributions
};

/// Paired if samples of the same number are in both, the seeds are the same, and every input that
/// both draw by the same distribution has the same bits in each sample that both have flown. Inputs
/// with other distributions, as another mass, still come from the same draws, and are named.
Pairing find_pairing(const Campaign& a, const Campaign& b, const std::vector<PointPair>& points);

}  // namespace montecopter::compare
