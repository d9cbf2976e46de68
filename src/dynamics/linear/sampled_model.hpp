#pragma once
/// Discretisation of a linear model for a sampled controller: commands are held (zero-order hold)
/// and may be delayed.

#include <Eigen/Core>

namespace montecopter {

/// x[k+1] = transition x[k] + now u[k] + before u[k-1], where u[k] is computed from x[k] and acts
/// from `delay_s` after it until the next command does.
struct SampledModel {
  Eigen::MatrixXd transition, now, before;

  /// Whether the last command still acts: `before` is not zero.
  bool is_delayed() const { return !before.isZero(0.0); }
};

/// Of x' = A x + B u, exactly. 0 <= delay_s <= period_s. K. J. Astrom and B. Wittenmark,
/// "Computer-Controlled Systems", 3rd ed., section 3.2. Part of bits.
SampledModel sampled(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double period_s,
                     double delay_s);

/// The same with u[k-1] as states below x: y[k+1] = first y[k] + second u[k].
std::pair<Eigen::MatrixXd, Eigen::MatrixXd> with_commands_as_states(const SampledModel& model);

}  // namespace montecopter
