#include "flights/identify/model_errors.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.hpp"
#include "core/numerics/fixed_order.hpp"

namespace montecopter::identify {
namespace {

constexpr double longest_horizon_s = 0.5;
constexpr std::size_t basis_size = 3;

/// Sums of squares at each number of rows after the start, by component.
struct Growth {
  std::vector<StateError> squares;  ///< [rows]
  std::vector<double> windows;
  double period_s = 0;
};

/// Mean angular acceleration in the other logs: the centre of mass of this log may be elsewhere,
/// like that of a flight that was not fitted. The difference counts as constant.
std::array<double, 3> turned_elsewhere(const Fit& fit, std::size_t log) {
  std::array<double, 3> mean = {};
  for (std::size_t l = 0; l < fit.logs.size(); ++l) {
    for (std::size_t k = 0; k < 3 && l != log; ++k)
      mean[k] += fit.logs[l].errors.angular_acceleration_rad_s2[k] /
                 static_cast<double>(fit.logs.size() - 1);
  }
  return mean;
}

/// Growth of errors in one log, with a window that starts at every row.
Growth growth_of(const Multirotor& vehicle, const CalmAir& air, const FitLog& log,
                 const LogErrors& errors, const std::array<double, 3>& turned_rad_s2, int threads) {
  const DriveSchedule schedule = mean_schedule(log.drive, log.track, errors.delay_s);
  RepeatedFlight flown(vehicle, air, log.drive, log.track, schedule);
  flown.turn_by(turned_rad_s2);
  const auto rows = static_cast<std::size_t>(longest_horizon_s / log.track.period_s);
  std::vector<std::vector<double>> residuals(log.track.rows());
  StateError start = {};
  for (std::size_t k = 0; k < 3; ++k) start[9 + k] = -errors.rate_bias_rad_s[k];
  for_each_index(log.track.rows(), threads, [&](std::size_t row) {
    const std::size_t last = std::min(row + rows, log.track.reach[row]);
    const bool is_settled = !log.windows.empty() && row >= log.windows.front().first;
    if (last > row && is_settled)
      window_residuals(flown, log.track, {row, last, 0}, start, errors.rate_bias_rad_s,
                       residuals[row]);
  });
  Growth growth{std::vector<StateError>(rows + 1, StateError{}), std::vector<double>(rows + 1, 0.0),
                log.track.period_s};
  for (const std::vector<double>& window : residuals) {
    const bool good =
        std::all_of(window.begin(), window.end(), [](double x) { return std::isfinite(x); });
    for (std::size_t k = 0; good && k < window.size() / error_size; ++k) {
      ++growth.windows[k];
      for (std::size_t c = 0; c < error_size; ++c)
        growth.squares[k][c] += window[k * error_size + c] * window[k * error_size + c];
    }
  }
  return growth;
}

using Basis = std::array<double, basis_size>;

/// Coefficients >= 0 of a sum of functions: least squares of relative errors over all subsets of
/// the functions. The best subset without a negative coefficient counts.
Basis fit_growth(const std::vector<Basis>& functions, const std::vector<double>& values) {
  Basis best = {};
  double least = static_cast<double>(values.size());
  for (unsigned subset = 1; subset < (1u << basis_size); ++subset) {
    std::vector<std::size_t> used;
    for (std::size_t b = 0; b < basis_size; ++b) {
      if (subset >> b & 1u) used.push_back(b);
    }
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(used.size(), used.size());
    std::vector<double> c(used.size(), 0.0);
    for (std::size_t k = 0; k < values.size(); ++k) {
      for (std::size_t i = 0; i < used.size(); ++i) {
        const double f = functions[k][used[i]] / values[k];
        c[i] += f;
        for (std::size_t j = 0; j < used.size(); ++j)
          A(i, j) += f * functions[k][used[j]] / values[k];
      }
    }
    const auto L = fixed_order::cholesky_factor(A);
    if (!L) continue;
    c = fixed_order::solve_factored(*L, std::move(c));
    if (std::any_of(c.begin(), c.end(), [](double x) { return !(x >= 0); })) continue;
    double squares = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      double relative = -1;
      for (std::size_t i = 0; i < used.size(); ++i)
        relative += c[i] * functions[k][used[i]] / values[k];
      squares += relative * relative;
    }
    if (squares >= least) continue;
    least = squares, best = {};
    for (std::size_t i = 0; i < used.size(); ++i) best[used[i]] = c[i];
  }
  return best;
}

/// Effect on gravity of the errors of tilt and tilt rate at the start of a window.
struct Tilt {
  double attitude_m_s2 = 0, rate_m_s3 = 0;
  double square(double h) const {
    const double first = attitude_m_s2 * h, second = 0.5 * rate_m_s3 * h * h;
    return first * first + second * second;
  }
};

/// Growth law of one component over all logs; `powers`: powers of the horizon.
Basis growth_law(const std::vector<Growth>& growths, std::size_t component,
                 const std::array<int, basis_size>& powers, const Tilt& tilt = {}) {
  std::vector<Basis> functions;
  std::vector<double> values;
  for (const Growth& growth : growths) {
    for (std::size_t k = 1; k < growth.windows.size(); ++k) {
      const double h = static_cast<double>(k) * growth.period_s;
      const double seen = growth.squares[k][component] / growth.windows[k];
      // Keep at least a tenth: tilts are known roughly.
      const double value = std::fmax(seen - tilt.square(h), 0.1 * seen);
      if (!(growth.windows[k] > 0) || !(value > 0)) continue;
      Basis f;
      for (std::size_t b = 0; b < basis_size; ++b) {
        f[b] = 1;
        for (int p = 0; p < powers[b]; ++p) f[b] *= h;
      }
      functions.push_back(f), values.push_back(value);
    }
  }
  return fit_growth(functions, values);
}

double root(double x) { return std::sqrt(std::fmax(0.0, x)); }

UnexplainedMotion unexplained(const Basis& law) { return {root(law[0] / 2), law[1], root(law[2])}; }

/// Mean over three components of the squared record noise.
double noise_of(const std::vector<Growth>& growths, std::size_t first) {
  double sum = 0;
  for (std::size_t c = first; c < first + 3; ++c) sum += growth_law(growths, c, {0, 2, 4})[0] / 2;
  return root(sum / 3);
}

}  // namespace

WhiteNoise white_noise(const Multirotor& vehicle, const ModelErrors& errors, const Fit& fit) {
  std::array<double, 6> densities = {};  // densities of accelerations: velocity, body rate
  for (std::size_t a = 0; a < densities.size(); ++a) {
    const bool is_turn = a >= 3;
    densities[a] = is_turn ? errors.body_rate[a - 3].density : errors.velocity[a].density;
    if (fit.method != FitMethod::filter_error) continue;
    densities[a] = 0;
    for (const FittedLog& log : fit.logs)
      densities[a] += as_white(log.disturbances.axes[a]) / static_cast<double>(fit.logs.size());
  }
  const double m = vehicle.mass_kg;
  const Inertia& J = vehicle.inertia_kg_m2;
  return {
      m * m * (densities[0] + densities[1] + densities[2]) / 3,
      (J.xx * J.xx * densities[3] + J.yy * J.yy * densities[4] + J.zz * J.zz * densities[5]) / 3};
}

ModelErrors find_model_errors(const Multirotor& vehicle, const CalmAir& air,
                              const std::vector<FitLog>& logs, const Fit& fit, int threads) {
  std::vector<Growth> growths;
  for (std::size_t l = 0; l < logs.size(); ++l)
    growths.push_back(
        growth_of(vehicle, air, logs[l], fit.logs[l].errors, turned_elsewhere(fit, l), threads));
  ModelErrors errors;
  errors.attitude_noise_rad = noise_of(growths, 6);
  if (logs.front().track.has_position) errors.position_noise_m = noise_of(growths, 0);
  for (std::size_t k = 0; k < 3; ++k)
    errors.body_rate[k] = unexplained(growth_law(growths, 9 + k, {0, 1, 2}));
  const double g = air.gravity_m_s2;
  const Tilt tilt = {g * errors.attitude_noise_rad,
                     g * std::fmax(errors.body_rate[0].noise, errors.body_rate[1].noise)};
  for (std::size_t k = 0; k < 3; ++k)  // tilt about the vertical does not turn gravity
    errors.velocity[k] = unexplained(growth_law(growths, 3 + k, {0, 1, 2}, k < 2 ? tilt : Tilt{}));
  return errors;
}

}  // namespace montecopter::identify
