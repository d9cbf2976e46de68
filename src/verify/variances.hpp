#pragma once
/// Mean, variance and Allan deviation of random quantities.

#include <span>
#include <string>

#include "core/statistics/allan_theory.hpp"
#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// Figures of random numbers are in standard errors of the estimate. One normal figure in 16000
/// exceeds four; the seeds are fixed, so none of these ever does by chance.
inline constexpr double four_sigma = 4;

struct Moments {
  double mean, variance;
};

/// Sample moments with their standard errors. The error of the variance comes from the fourth
/// moment, because the distribution need not be normal.
struct Estimate {
  explicit Estimate(std::span<const double> values);
  double mean = 0, variance = 0, mean_error = 0, variance_error = 0;
};

/// Checks mean and variance [standard errors]. A distribution without spread must equal its mean
/// exactly.
std::vector<Check> moment_checks(const Claim& claim, std::span<const double> values,
                                 const Moments& wanted);

/// Checks the Allan variances of readings at some averaging times against a model. Each is
/// chi-square with the degrees of freedom of the model. The figure is the largest departure,
/// converted to a normal variate [standard deviations].
Check allan_check(const Claim& claim, std::span<const double> readings, const NoiseModel& model);

std::vector<Check> variance_checks(const Lab& lab);

}  // namespace montecopter::verify
