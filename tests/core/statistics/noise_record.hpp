#pragma once
/// Readings of the discrete noise models, from our own normal variates.

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/statistics/allan_theory.hpp"
#include "dynamics/random/normal_pair.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter {

/// Four independent standard normals.
inline std::array<double, 4> four_normals(std::uint64_t seed, std::uint64_t tick) {
  const auto words = draw_words<std::uint64_t>(seed, 0, stream_hash("test:allan"), tick, 0);
  std::array<double, 4> z{};
  normal_pair<double>(words[0], words[1], z[0], z[1]);
  normal_pair<double>(words[2], words[3], z[2], z[3]);
  return z;
}

/// White noise, random walk from 0, stationary Gauss-Markov noise and rounding; no flicker.
inline std::vector<double> noise_record(const NoiseModel& model, std::int64_t n,
                                        std::uint64_t seed) {
  const double h = model.gauss_markov_sd > 0 ? model.dt_s / model.gauss_markov_time_s : 0;
  const double keep = std::exp(-h), drive = model.gauss_markov_sd * std::sqrt(-std::expm1(-2 * h));
  double walk = 0, markov = model.gauss_markov_sd * four_normals(seed, 0)[3];
  std::vector<double> readings;
  readings.reserve(static_cast<std::size_t>(n));
  for (std::int64_t i = 1; i <= n; ++i) {
    const auto z = four_normals(seed, static_cast<std::uint64_t>(i));
    const double y = model.white_sd * z[0] + walk + markov;
    readings.push_back(model.quantum > 0 ? model.quantum * std::round(y / model.quantum) : y);
    walk += model.random_walk_sd_per_step * z[1];
    markov = keep * markov + drive * z[2];
  }
  return readings;
}

}  // namespace montecopter
