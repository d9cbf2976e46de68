#pragma once
/// One dispersed parameter: which numbers, which draw, and what they become by it.

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace montecopter {

/// All numbers that its path addresses get the same draw.
struct Dispersion {
  std::string path;
  std::uint64_t stream = 0;  ///< stream_hash("disperse:" + path)
  Distribution distribution;
  Apply apply = Apply::value;
  std::string unit;              ///< of the draw: "1" for a factor
  std::vector<double> nominals;  ///< of the numbers, in the order of find_numbers(path)

  /// The draw of one sample: a pure function of (seed, sample).
  double draw(std::uint64_t seed, std::uint64_t sample) const;
  /// Name of the column that keeps the draws: "in_" and the path, '*' as "all"; then ".factor" or
  /// ".offset" if that is what is drawn.
  std::string column_name() const;
};

/// The dispersions of a checked scenario, by path. One that shares nothing is one for each number.
std::vector<Dispersion> plan_dispersions(const Scenario& scenario);

}  // namespace montecopter
