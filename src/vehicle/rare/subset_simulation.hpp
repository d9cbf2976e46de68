#pragma once
/// Subset simulation: the probability that a function of standard normal numbers is above 0, for
/// probabilities that plain samples cannot show.
///
/// The probability is a product of conditional ones, each about `fraction`: of samples above level
/// b, the fraction above the next level (S. K. Au, J. L. Beck, Probab. Eng. Mech. 16 (2001) 263).
/// Samples above a level are states of chains that begin at samples of the level below. A chain
/// moves by z' = sqrt(1 - s^2) z + s x with standard normal x, and stays where z' is not above the
/// level. This preconditioned Crank-Nicolson move keeps the normal law in any number of dimensions
/// (S. L. Cotter et al., Statist. Sci. 28 (2013) 424). The step s follows the acceptance (I.
/// Papaioannou et al., Probab. Eng. Mech. 41 (2015) 89).
///
/// Chains that move together share one stratified draw of the component of x along the direction in
/// which the function grows (array-RQMC; P. L'Ecuyer, C. Lecot, B. Tuffin, Oper. Res. 56 (2008)
/// 958). For each chain alone this component is standard normal, so that its law is the same. The
/// direction comes from the samples, and from the draws of all moves with the changes they made.
///
/// Noise: each evaluation meets a noise of its own, or the noise of an earlier one. A move keeps
/// the noise of its state or draws it anew, each with probability 1/2. Both keep the joint law of
/// inputs and noise: a new noise is a Crank-Nicolson move with s = 1.
///
/// The islands are groups of first samples with all their descendants. They share levels,
/// direction and step, which change no law. An island has as many chains of a level as samples
/// above it. The interval comes from the scatter of the islands' numbers of failures (H. P. Chan,
/// T. L. Lai, Ann. Statist. 41 (2013) 2877; A. Lee, N. Whiteley, Biometrika 105 (2018) 609).

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "core/statistics/interval.hpp"

namespace montecopter {

/// A point of the space of inputs: its numbers, and the evaluation whose noise it meets.
struct RarePoint {
  std::vector<double> z;
  std::int64_t noise = 0;
};

/// A point with its evaluation.
struct RareState {
  RarePoint point;
  double beyond = 0;            ///< how far beyond the limit: above 0 is a failure
  std::int64_t evaluation = 0;  ///< number of its evaluation
  std::int64_t root = 0;        ///< evaluation of the first level that its chains began at
};

/// How far points are beyond the limit; infinite is allowed, NaN is not.
using Performance = std::function<std::vector<double>(std::span<const RarePoint> points)>;

struct SubsetSettings {
  std::size_t dimensions = 1;
  std::size_t islands = 8;
  std::size_t samples = 625;  ///< of each island at the first level
  double fraction = 0.1;      ///< of samples of a level that go on
  bool has_noise = false;
  std::uint64_t seed = 1;
  std::size_t most_levels = 16;
  std::int64_t most_evaluations = std::numeric_limits<std::int64_t>::max();
  double confidence = 0.95;
};

struct SubsetLevel {
  double threshold = 0;                ///< distance beyond the limit
  double probability = 0;              ///< to be beyond the threshold
  statistics::Interval interval = {};  ///< holds it with the given confidence
  double acceptance = 0;               ///< of moves that keep the noise
  double noise_acceptance = 0;         ///< of moves with a new noise; NaN without any
  double step = 0;
  std::int64_t evaluations = 0;
};

struct SubsetEstimate {
  double probability = 0;
  statistics::Interval interval;    ///< holds the probability with the given confidence
  std::vector<double> islands;      ///< estimate of each; their mean is the probability
  std::vector<SubsetLevel> levels;  ///< without the first one, of plain samples
  std::int64_t evaluations = 0;
  double effective = 0;         ///< independent samples worth of the last level
  std::size_t roots = 0;        ///< first samples that the failures descend from
  bool reached = true;          ///< whether the levels reached the limit
  std::vector<RareState> last;  ///< samples of the last level, island after island
};

SubsetEstimate subset_simulation(const SubsetSettings& settings, const Performance& performance);

/// Expected number of evaluations for a probability, where each level goes on with the fraction.
std::int64_t expected_evaluations(const SubsetSettings& settings, double probability);

/// Interval of an estimate whose relative error is that of the mean of the numbers of islands: a
/// factor, with Student's t. From 0 to 1 for one island.
statistics::Interval interval_of_islands(double estimate, std::span<const double> of_islands,
                                         double confidence);

/// Interval of the mean of positive lognormal estimates (Cox; U. Olsson, J. Stat. Educ. 13 (2005)),
/// with Student's t in place of the normal quantile. From 0 to 1 for one estimate.
statistics::Interval interval_of_estimates(std::span<const double> estimates, double confidence);

}  // namespace montecopter
