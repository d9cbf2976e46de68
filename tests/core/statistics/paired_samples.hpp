#pragma once
/// Data that several tests compare with scipy.

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/statistics/mean_bounds.hpp"

namespace montecopter::statistics {

/// Charles Darwin's maize: crossed less self-fertilised plants of a pair, in eighths of an inch.
/// The Effects of Cross and Self Fertilisation in the Vegetable Kingdom (1876); Fisher, The Design
/// of Experiments (1935), section 17.
inline const std::vector<double> darwin = {6,  8,   14, 16, 23, 24,  28, 29,
                                           41, -48, 49, 56, 60, -67, 75};

/// Two sets of any numbers, of unlike size and spread.
inline const std::vector<double> welch_x = {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                                            21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
inline const std::vector<double> welch_y = {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8,
                                            20.2, 21.9, 22.1, 22.9, 30.5, 24.4, 26.1, 33.9};

inline MeanSummary summary(std::span<const double> values) {
  double sum = 0, squares = 0;
  for (const double x : values) sum += x;
  const auto n = static_cast<double>(values.size());
  for (const double x : values) squares += (x - sum / n) * (x - sum / n);
  return {values.size(), sum / n, std::sqrt(squares / (n - 1))};
}

}  // namespace montecopter::statistics
