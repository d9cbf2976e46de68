#pragma once
/// Discretisation of a linear model for a sampled controller: commands are held (zero-order hold)
/// and may be delayed, by more than a period, too.

#include <Eigen/Core>

namespace montecopter {

/// Sampled model x[k+1] = transition x[k] + now u[k-w] + before u[k-w-1]. The command u[k] is
/// computed from x[k] and acts from its delay after it until the next command does; w updates wait.
struct SampledModel {
  Eigen::MatrixXd transition, now, before;
  Eigen::Index waiting = 0;  ///< whole periods of the delay, which leave at most one: w

  /// Whether a command acts after the next one was computed.
  bool is_delayed() const { return waiting > 0 || !before.isZero(0.0); }
};

/// Exact sampled model of x' = A x + B u; 0 <= delay_s. K. J. Astrom and B. Wittenmark,
/// "Computer-Controlled Systems", 3rd ed., section 3.2. Part of bits.
SampledModel sampled(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double period_s,
                     double delay_s);

/// The model with u[k-w-1] to u[k-1] as states below x, the oldest first: y[k+1] = first y[k] +
/// second u[k].
std::pair<Eigen::MatrixXd, Eigen::MatrixXd> with_commands_as_states(const SampledModel& model);

}  // namespace montecopter
