#include "vehicle/import/bench_motor.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>

#include "core/numerics/linear_fit.hpp"
#include "vehicle/import/bench_laws.hpp"

namespace montecopter {
namespace {

using Q = BenchQuantity;

/// Duties below this are left out: the current of the winding, I / d, has no digits there.
constexpr double least_duty = 0.05;
constexpr Eigen::Index least_motor_rows = 4;

/// Rows of the network: voltage at the motor, its current, its speed, and its torque or NaN.
struct Rows {
  std::vector<double> volts, amperes, speed, torque;
};

Rows rows_of(const BenchTable& table) {
  Rows rows;
  for (std::size_t k = 0; k < table.of(Q::speed).size(); ++k) {
    const double duty = table.has(Q::command) ? table.of(Q::command)[k] : 1.0;
    const double volts = duty * table.of(Q::voltage)[k], amperes = table.of(Q::current)[k] / duty;
    const double speed = table.of(Q::speed)[k];
    if (!(duty >= least_duty) || !std::isfinite(volts + amperes + speed)) continue;
    if (!(speed > 0 && amperes > 0)) continue;
    rows.volts.push_back(volts), rows.amperes.push_back(amperes), rows.speed.push_back(speed);
    rows.torque.push_back(table.has(Q::torque) ? table.of(Q::torque)[k] : std::nan(""));
  }
  return rows;
}

/// The no-load current by I / d = Q / K + i0 with the K of the voltages, whose error it contains.
std::optional<Estimated> no_load_current(const Rows& rows, double k, double variance_of_k) {
  double sum = 0, torques = 0, count = 0;
  for (std::size_t i = 0; i < rows.speed.size(); ++i) {
    if (!std::isfinite(rows.torque[i])) continue;
    sum += rows.amperes[i] - rows.torque[i] / k, torques += rows.torque[i], count += 1;
  }
  if (count < least_motor_rows) return std::nullopt;
  const double mean = sum / count;
  double squares = 0;
  for (std::size_t i = 0; i < rows.speed.size(); ++i) {
    const double left = rows.amperes[i] - rows.torque[i] / k - mean;
    if (std::isfinite(left)) squares = std::fma(left, left, squares);
  }
  const double slope = torques / count / (k * k);
  return Estimated{mean,
                   std::sqrt(squares / (count * (count - 1)) + slope * slope * variance_of_k)};
}

/// Kv by I / d = Kv Q + i0.
std::optional<Estimated> kv_by_torque(const Rows& rows) {
  std::vector<double> torque, amperes;
  for (std::size_t i = 0; i < rows.speed.size(); ++i) {
    if (!std::isfinite(rows.torque[i])) continue;
    torque.push_back(rows.torque[i]), amperes.push_back(rows.amperes[i]);
  }
  const auto count = std::ssize(torque);
  if (count < least_motor_rows) return std::nullopt;
  Eigen::MatrixXd terms = Eigen::MatrixXd::Ones(count, 2);
  terms.col(0) = Eigen::VectorXd::Map(torque.data(), count);
  const LinearFit fit =
      fit_linear(terms, Eigen::VectorXd::Map(amperes.data(), count), FitLoss::squares);
  const double variance = fit.residuals.squaredNorm() / double(count - 2) *
                          Eigen::Matrix2d((terms.transpose() * terms).inverse())(0, 0);
  return Estimated{fit.coefficients[0], std::sqrt(variance)};
}

}  // namespace

std::optional<BenchMotor> fit_bench_motor(const BenchTable& table, std::vector<FittedCurve>& fits,
                                          std::vector<std::string>& assumed) {
  if (!table.has(Q::speed) || !table.has(Q::voltage) || !table.has(Q::current)) return {};
  const Rows rows = rows_of(table);
  const auto count = std::ssize(rows.speed);
  if (count < least_motor_rows) return {};
  Eigen::MatrixXd terms(count, 2);
  terms << Eigen::VectorXd::Map(rows.speed.data(), count),
      Eigen::VectorXd::Map(rows.amperes.data(), count);
  const LinearFit fit =
      fit_linear(terms, Eigen::VectorXd::Map(rows.volts.data(), count), FitLoss::squares);
  const double k = fit.coefficients[0], resistance = fit.coefficients[1];
  const Eigen::Matrix2d covariance = fit.residuals.squaredNorm() / double(count - 2) *
                                     Eigen::Matrix2d((terms.transpose() * terms).inverse());
  if (!(k > 0 && resistance > 0)) {
    // Without a command, these are rows below full throttle, which say nothing of a motor.
    if (table.has(Q::command)) {
      assumed.push_back(fmt::format(
          "no electric motor fits voltage, current and speed: the fit gives Kv = {:.4g} rad/s per "
          "volt and a resistance of {:.4g} ohm. Check the columns, and whether the command is the "
          "duty",
          1 / k, resistance));
    }
    return {};
  }
  const Eigen::VectorXd law = terms * fit.coefficients;
  FittedCurve curve{"voltage over speed and current",
                    "speed [rad/s]",
                    "motor voltage [V]",
                    rows.speed,
                    rows.volts,
                    {law.begin(), law.end()},
                    std::vector<double>(rows.speed.size(), 1.0)};
  judge(curve);
  fits.push_back(std::move(curve));
  BenchMotor motor;
  motor.rows = rows.speed.size(), motor.has_duty = table.has(Q::command);
  motor.kv_rad_s_v = {1 / k, std::sqrt(covariance(0, 0)) / (k * k)};
  motor.resistance_ohm = {resistance, std::sqrt(covariance(1, 1))};
  motor.no_load_current_a = no_load_current(rows, k, covariance(0, 0));
  motor.kv_by_torque_rad_s_v = kv_by_torque(rows);
  if (motor.no_load_current_a && !(motor.no_load_current_a->value >= 0)) {
    assumed.push_back(
        fmt::format("the fitted no-load current, {:.3g} A, is negative and is not used. "
                    "Check the units of the torque, and whether the command is the duty",
                    motor.no_load_current_a->value));
    motor.no_load_current_a.reset();
  }
  return motor;
}

}  // namespace montecopter
