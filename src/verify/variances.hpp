#pragma once
/// What is random, against its mean, its variance and its Allan deviation.

#include <span>
#include <string>

#include "core/statistics/allan_theory.hpp"
#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// Figures of random numbers are in standard errors of what is estimated. One normal figure in
/// 16000 is beyond four; the seeds are fixed, so that none of these ever is by chance.
inline constexpr double four_sigma = 4;

struct Moments {
  double mean, variance;
};

/// Sample moments, with their standard errors: that of the variance from the fourth moment, as the
/// distribution need not be normal.
struct Estimate {
  explicit Estimate(std::span<const double> values);
  double mean = 0, variance = 0, mean_error = 0, variance_error = 0;
};

/// Mean and variance [standard errors]; a distribution without spread has to be its mean exactly.
std::vector<Check> moment_checks(const Claim& claim, std::span<const double> values,
                                 const Moments& wanted);

/// Readings whose Allan variances at some averaging times are those of a model: each is chi-square
/// with as many degrees of freedom as the model says, and the figure is the largest departure as
/// that of a normal variate [standard deviations].
Check allan_check(const Claim& claim, std::span<const double> readings, const NoiseModel& model);

std::vector<Check> variance_checks(const Lab& lab);

}  // namespace montecopter::verify
