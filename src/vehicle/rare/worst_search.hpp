#pragma once
/// Search for the largest value of a function of standard normal numbers within a radius, by its
/// ranks alone: CMA-ES (N. Hansen, "The CMA evolution strategy: a tutorial", arXiv 1604.00772).
/// Values may be infinite, discontinuous or noisy. Batches are large enough to fill lanes.
///
/// A search begins at the best of a batch of plain samples. When its points lie close together or
/// its values rise no more, it begins anew with other samples, in a direction apart from the ends
/// of the searches before.

#include <cstdint>
#include <vector>

#include "vehicle/rare/subset_simulation.hpp"

namespace montecopter {

struct WorstSettings {
  std::size_t dimensions = 1;
  double radius = 8;  ///< points beyond it are moved onto it
  std::int64_t evaluations = 2000;
  std::size_t batch = 64;
  std::uint64_t seed = 1;
  std::size_t keep = 10;  ///< number of the best points to return
};

struct WorstPoints {
  std::vector<RareState> best;   ///< falling
  std::vector<double> progress;  ///< largest value after each batch
  std::int64_t evaluations = 0;
  int starts = 0;
};

/// `function` is as for subset_simulation(): larger is worse.
WorstPoints search_worst(const WorstSettings& settings, const Performance& function);

}  // namespace montecopter
