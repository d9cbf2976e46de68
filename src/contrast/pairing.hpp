#pragma once
/// Whether samples of two campaigns belong together, so that they can be compared pair by pair.
///
/// Draws are addressed by seed, sample and what is drawn (docs/reproducibility.md): two scenarios
/// with the same seed fly sample 7 in the same winds, and with the same inputs as far as they draw
/// the same. These are the "common random numbers" of Glasserman & Yao, Management Science 38
/// (1992) 884, which take out of a difference what both have in common.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "scenario/scenario.hpp"
#include "summarise/samples.hpp"

namespace montecopter::contrast {

/// One of both results, as it was opened.
struct Campaign {
  const record::ResultFile& file;
  const Scenario& scenario;
  const Samples& samples;

  /// Samples of each point of the sweep, or of the whole file.
  std::size_t samples_per_group() const { return samples.size() / samples.groups.size(); }
  /// Row of a sample of a group in all columns per sample.
  std::size_t row(std::size_t group, std::size_t sample) const {
    return group * samples_per_group() + sample;
  }
};

/// The same point of both sweeps: indices of Samples::groups. 0 and 0 without a sweep.
struct PointPair {
  std::size_t a = 0, b = 0;
};

/// All points, if both have the same; or the one that is asked for, which has the same number in
/// each file that has a sweep. Error(refused) if the points differ, Error(usage) if there is no
/// such point.
std::vector<PointPair> match_points(const Campaign& a, const Campaign& b,
                                    std::optional<std::int64_t> point);

struct Pairing {
  bool is_paired = false;
  std::string why_not;              ///< "the seeds are 1 and 2"; empty if paired
  std::size_t samples = 0;          ///< of each point that both have: the first ones
  std::size_t same_inputs = 0;      ///< drawn inputs that have the same bits in both
  std::vector<std::string> unlike;  ///< columns that both draw, but by other distributions
};

/// Paired if the seeds are the same, and every input that both draw by the same distribution has
/// the same bits in each sample that both have flown. Inputs with other distributions, as another
/// mass, still come from the same draws, and are named.
Pairing find_pairing(const Campaign& a, const Campaign& b, const std::vector<PointPair>& points);

}  // namespace montecopter::contrast
