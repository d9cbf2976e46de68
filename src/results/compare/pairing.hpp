#pragma once
/// Whether samples of two campaigns belong together, so that they can be compared pair by pair.
///
/// Draws are addressed by seed, sample and quantity (docs/random-numbers.md). Two scenarios with
/// the same seed fly sample 7 in the same winds; inputs with the same distribution are the same.
/// These are the "common random numbers" of Glasserman & Yao, Management Science 38 (1992) 884:
/// what both campaigns have in common cancels out of the difference.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::compare {

/// A sample that was flown: its number within its group, and its row in all columns.
struct NumberedRow {
  std::int64_t number = 0;
  std::size_t row = 0;
};

/// One of the two results, as it was opened.
struct Campaign {
  Campaign(const record::ResultFile& file_, const Scenario& scenario_, const Samples& samples_);

  const record::ResultFile& file;
  const Scenario& scenario;
  const Samples& samples;
  /// Flown samples by group and number. A file of chosen samples (monte_carlo.only) has gaps, and
  /// only the chosen samples of each point.
  std::vector<std::vector<NumberedRow>> flown;

  bool has_chosen_samples() const { return !scenario.monte_carlo.only.empty(); }
};

/// Two points to compare: indices of Samples::groups, 0 without a sweep.
struct PointPair {
  std::size_t a = 0, b = 0;
};

/// A point of each file that has a sweep.
struct AskedPoints {
  std::int64_t a = 0, b = 0;
};

/// Pairs all points if both files have the same points, or pairs the requested ones. Error(refused)
/// if the points differ, Error(usage) if there is no such point.
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
  std::size_t samples = 0;      ///< first samples of each point in both; largest number if chosen
  std::size_t same_inputs = 0;  ///< drawn inputs that have the same bits in both
  std::vector<std::string> unlike;  ///< columns that both draw from different distributions
};

/// Decides whether samples are paired: samples of the same number are in both, and the seeds are
/// the same. Every input drawn from the same distribution must have the same bits in each sample
/// that both have flown. Inputs with other distributions, such as another mass, still come from the
/// same draws, and are named.
Pairing find_pairing(const Campaign& a, const Campaign& b, const std::vector<PointPair>& points);

}  // namespace montecopter::compare
