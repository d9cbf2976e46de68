#pragma once
/// Identification of the noise that dominates averages, from the correlation of neighbours.

#include <optional>
#include <span>

#include "core/statistics/allan_theory.hpp"

namespace montecopter {

/// White, flicker or random-walk noise (one of them in the model, of size 1) by the autocorrelation
/// of neighbours: W. J. Riley and C. A. Greenhall, "Power law noise identification using the lag 1
/// autocorrelation", 18th EFTF (2004), and NIST SP 1065 section 5.5.6. Noise that is bluer than
/// white counts as white, redder than a random walk as a random walk. NaN: an average that does not
/// exist. nullopt for fewer than 30 neighbours, which are too few to judge by.
std::optional<NoiseModel> identify_noise(std::span<const double> averages);

}  // namespace montecopter
