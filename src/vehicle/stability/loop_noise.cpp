#include "vehicle/stability/loop_noise.hpp"

#include <fmt/format.h>

#include <cmath>

#include "vehicle/stability/measured_rate.hpp"

namespace montecopter {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

namespace {

/// Sum over k of L^k Q L'^k, by doubling, until only rounding changes: 2^40 terms at most.
Matrix stationary(Matrix power, Matrix sum) {
  for (int doubling = 0; doubling < 40; ++doubling) {
    const Matrix more = power * sum * power.transpose();
    sum += more;
    if (!(more.cwiseAbs().maxCoeff() > 1e-12 * sum.cwiseAbs().maxCoeff())) break;
    power = (power * power).eval();
  }
  return sum;
}

}  // namespace

Vector command_deviations(const LoopModel& loop, const Eigen::Matrix3d& rate_noise) {
  const Matrix entering = loop.by_rate * rate_noise * loop.by_rate.transpose();
  const Matrix states = stationary(loop.matrix, entering);
  const Matrix commands = loop.commands * states * loop.commands.transpose() +
                          loop.commands_by_rate * rate_noise * loop.commands_by_rate.transpose();
  return commands.diagonal().cwiseMax(0.0).cwiseSqrt();
}

double noise_fraction(const Scenario& there, const LoopModel& loop) {
  const Eigen::Matrix3d noise = body_rate_noise(there);
  if (loop.margin.size() == 0 || !(loop.period_s > 0) || noise.isZero(0.0)) return 0;
  return command_deviations(loop, noise).cwiseQuotient(loop.margin).maxCoeff();
}

std::optional<Problem> noise_warning(const Plan& plan, const Scenario& there, const LoopModel& loop,
                                     const std::string& where, std::int64_t point) {
  const Eigen::Matrix3d noise = body_rate_noise(there);
  if (loop.margin.size() == 0 || !(loop.period_s > 0) || noise.isZero(0.0)) return std::nullopt;
  const Vector deviations = command_deviations(loop, noise);
  Eigen::Index most = 0;
  deviations.cwiseQuotient(loop.margin).maxCoeff(&most);
  const double fraction = deviations[most] / loop.margin[most];
  if (!(fraction > most_noise_fraction)) return std::nullopt;
  Problem p;
  p.where = where;
  p.is_warning = true;
  p.what = fmt::format(
      "gyroscope noise moves the command of rotor {} by {:.0f} % of its "
      "control margin at hover",
      most, 100 * fraction);
  if (plan.sweep.axes() > 0) p.what = fmt::format("sweep point {}: {}", point, p.what);
  p.why = fmt::format(
      "the commands have a standard deviation of {:.3g}, from noise of "
      "{:.3g} rad/s per reading, and the nearer limit is {:.3g} away",
      deviations[most], std::sqrt(noise.diagonal().maxCoeff()), loop.margin[most]);
  p.suggestion =
      "Lower the gains on body rates and their derivatives, or filter them: above a third, the "
      "rotors are often at their limits";
  return p;
}

}  // namespace montecopter
