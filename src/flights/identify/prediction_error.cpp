/// Errors of predictions from recorded starts, at the horizons that `validate` reports.
///
/// Each prediction starts at a recorded state and nothing corrects it. Its differences from the
/// record at the horizons are the residuals. The start has no free errors: a vehicle is chosen for
/// what it predicts, so noise of the record counts as it does in a validation. Windows overlap.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/numerics/median.hpp"
#include "flights/identify/fit_residuals.hpp"
#include "flights/identify/moved_flights.hpp"
#include "flights/identify/replay_errors.hpp"
#include "flights/identify/robust_loss.hpp"

namespace montecopter::identify {
namespace {

/// Interval of the starts of predictions [s]: denser starts tell little more.
constexpr double start_interval_s = 0.25;
/// Smallest trusted residual, SI units: no record is better, and the information of exact residuals
/// would outweigh the priors beyond rounding.
constexpr double least_prediction_error = 1e-6;
/// Difference steps of a rate bias and of constant accelerations.
constexpr double bias_step_rad_s = 1e-3, turn_step_rad_s2 = 1e-2, push_step_m_s2 = 1e-3;

/// Predictions from the starts in one window of a log, and their residuals: `error_size` for each
/// horizon of each start.
struct PredictedWindow {
  std::size_t log = 0;
  double start_s = 0;
  std::vector<std::size_t> starts;  ///< rows
  bool is_lost = false;
  std::vector<double> residuals;
};

/// The vehicle along a log with one constant acceleration a step lower and higher: angular, then of
/// velocity.
struct PushedFlights {
  std::vector<std::unique_ptr<RepeatedFlight>> less, more;
};

class PredictionError final : public FitResiduals {
 public:
  PredictionError(const FitProblem& problem, const std::vector<double>& start);
  bool fly(const std::vector<double>& x, double share) override;
  void keep(const std::vector<double>& x) override;
  void weigh() override;
  double loss() const override;
  std::vector<StretchNormal> linearise(bool is_curvature) override;
  void tell(std::vector<FittedLog>& logs) const override;

 private:
  void add_windows(std::size_t log);
  void predict(const RepeatedFlight& flown, const PredictedWindow& w,
               const std::array<double, 3>& bias, std::vector<double>& out) const;
  PushedFlights pushed(std::size_t log) const;
  Eigen::MatrixXd derivatives(const PredictedWindow& w, const MovedFlights& moved,
                              const PushedFlights& pushed) const;
  StretchNormal linearised(const PredictedWindow& w, const Eigen::MatrixXd& J,
                           bool is_curvature) const;
  /// Index of the spread of the k-th residual of a window.
  std::size_t spread_at(std::size_t k, std::size_t log) const {
    return k % (error_size * horizons_[log].size());
  }

  const FitProblem& problem_;
  std::vector<double> x_;
  std::vector<LogFlights> flights_;
  std::vector<std::vector<Horizon>> horizons_;  ///< of each log
  std::vector<PredictedWindow> windows_;
  std::vector<std::vector<double>> flown_;
  std::vector<std::vector<double>> spread_;  ///< of each log: of each component at each horizon
};

PredictionError::PredictionError(const FitProblem& problem, const std::vector<double>& start)
    : problem_(problem), x_(start) {
  for (std::size_t l = 0; l < problem.logs.size(); ++l) add_windows(l);
  fly_start(*this, start);
  for (PredictedWindow& w : windows_) w.is_lost = !all_finite(w.residuals);
  require_flown(windows_, "prediction", "Start from a vehicle that flies");
}

void PredictionError::add_windows(std::size_t log) {
  const FitLog& flown = problem_.logs[log];
  const Track& track = flown.track;
  horizons_.push_back(horizons_in_rows({prediction_horizons_s.begin(), prediction_horizons_s.end()},
                                       track.period_s));
  spread_.emplace_back(horizons_[log].size() * error_size, 1.0);
  const auto every =
      static_cast<std::size_t>(std::fmax(1.0, std::floor(start_interval_s / track.period_s + 0.5)));
  const std::size_t longest = horizons_[log].back().rows;
  for (const FitWindow& window : flown.windows) {
    PredictedWindow w;
    w.log = log, w.start_s = window.start_s;
    for (std::size_t row = window.first; row < window.last; row += every) {
      if (row + longest <= track.reach[row]) w.starts.push_back(row);
    }
    if (!w.starts.empty()) windows_.push_back(std::move(w));
  }
}

/// Residuals of a window's predictions: predicted minus recorded. Recorded rates have the bias.
void PredictionError::predict(const RepeatedFlight& flown, const PredictedWindow& w,
                              const std::array<double, 3>& bias, std::vector<double>& out) const {
  const Track& track = problem_.logs[w.log].track;
  const std::vector<Horizon>& horizons = horizons_[w.log];
  out.resize(w.starts.size() * horizons.size() * error_size);
  double* at = out.data();
  for (const std::size_t start : w.starts) {
    RepeatedFlight::State state = flown.state_at(start);
    for (std::size_t k = 0; k < 3; ++k) state.x[10 + k] -= bias[k];
    std::size_t row = start;
    for (const Horizon& horizon : horizons) {
      for (; row < start + horizon.rows; ++row) flown.advance(row, state);
      state_difference(state, track.states[row], bias, at);
      at += error_size;
    }
  }
}

bool PredictionError::fly(const std::vector<double>& x, double) {
  std::vector<LogFlights> flights = fly_logs(problem_, x);
  if (flights.empty()) return false;
  flights_ = std::move(flights);
  flown_.resize(windows_.size());
  for_each_index(windows_.size(), problem_.threads, [&](std::size_t i) {
    const PredictedWindow& w = windows_[i];
    predict(*flights_[w.log].nominal, w, problem_.errors_of(x, w.log).rate_bias_rad_s, flown_[i]);
  });
  return true;
}

void PredictionError::keep(const std::vector<double>& x) {
  x_ = x;
  for (std::size_t i = 0; i < windows_.size(); ++i) windows_[i].residuals = flown_[i];
}

double PredictionError::loss() const {
  double sum = 0;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    const PredictedWindow& w = windows_[i];
    if (w.is_lost) continue;
    if (!all_finite(flown_[i])) return std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < flown_[i].size(); ++k)
      sum += identify::loss(flown_[i][k] / spread_[w.log][spread_at(k, w.log)]);
  }
  return sum;
}

/// Spread of each component at each horizon in each log, from the median of its magnitudes.
void PredictionError::weigh() {
  for (std::size_t l = 0; l < spread_.size(); ++l) {
    for (std::size_t s = 0; s < spread_[l].size(); ++s) {
      std::vector<double> sizes;
      for (const PredictedWindow& w : windows_) {
        if (w.log != l || w.is_lost) continue;
        for (std::size_t k = s; k < w.residuals.size(); k += spread_[l].size())
          sizes.push_back(std::fabs(w.residuals[k]));
      }
      if (sizes.empty()) continue;
      spread_[l][s] = std::fmax(least_prediction_error, upper_median(sizes) / median_magnitude);
    }
  }
}

PushedFlights PredictionError::pushed(std::size_t log) const {
  const FitLog& flown = problem_.logs[log];
  const Multirotor vehicle = *problem_.parameters.vehicle(x_);
  PushedFlights out;
  for (std::size_t c = 0; c < 6; ++c) {
    for (const double sign : {-1.0, 1.0}) {
      LogErrors errors = problem_.errors_of(x_, log);
      if (c < 3) errors.angular_acceleration_rad_s2[c] += sign * turn_step_rad_s2;
      if (c >= 3) errors.acceleration_m_s2[c - 3] += sign * push_step_m_s2;
      auto& flights = sign < 0 ? out.less : out.more;
      flights.push_back(std::make_unique<RepeatedFlight>(vehicle, problem_.air, flown.drive,
                                                         flown.track, flights_[log].schedule));
      flights.back()->turn_by(errors.angular_acceleration_rad_s2);
      flights.back()->push_by(errors.acceleration_m_s2);
    }
  }
  return out;
}

/// Derivatives of the residuals of a window [parameter, residual], in the order of
/// FitProblem::place. Lags of the records stay 0.
Eigen::MatrixXd PredictionError::derivatives(const PredictedWindow& w, const MovedFlights& moved,
                                             const PushedFlights& pushed) const {
  const std::array<double, 3> bias = problem_.errors_of(x_, w.log).rate_bias_rad_s;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(problem_.own_size(), w.residuals.size());
  std::vector<double> below, above;
  const auto fill = [&](std::size_t row, double step) {
    for (std::size_t k = 0; k < above.size(); ++k) J(row, k) = (above[k] - below[k]) / (2 * step);
  };
  const std::vector<double>& steps = problem_.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    predict(*moved.less[i], w, bias, below);
    predict(*moved.more[i], w, bias, above);
    fill(i, steps[i]);
  }
  for (std::size_t c = 0; c < 3; ++c) {
    std::array<double, 3> less = bias, more = bias;
    less[c] -= bias_step_rad_s, more[c] += bias_step_rad_s;
    predict(*flights_[w.log].nominal, w, less, below);
    predict(*flights_[w.log].nominal, w, more, above);
    fill(steps.size() + c, bias_step_rad_s);
  }
  for (std::size_t c = 0; c < pushed.less.size(); ++c) {
    const bool is_turn = c < 3;
    predict(*pushed.less[c], w, bias, below);
    predict(*pushed.more[c], w, bias, above);
    // The three lags are in between.
    fill(steps.size() + 3 + c + (is_turn ? 0 : 3), is_turn ? turn_step_rad_s2 : push_step_m_s2);
  }
  return J;
}

StretchNormal PredictionError::linearised(const PredictedWindow& w, const Eigen::MatrixXd& J,
                                          bool is_curvature) const {
  const std::size_t own = problem_.own_size();
  const Track& track = problem_.logs[w.log].track;
  StretchNormal normal{w.log, w.start_s, Eigen::MatrixXd::Zero(own, own),
                       std::vector<double>(own, 0.0), std::vector<double>(own, 0.0)};
  for (std::size_t k = 0; k < w.residuals.size(); ++k) {
    if (k % error_size < 3 && !track.has_position) continue;
    const double spread = spread_[w.log][spread_at(k, w.log)];
    const double z = w.residuals[k] / spread, scale = 1 / (spread * spread);
    const double slope = weight(z, false) * scale * w.residuals[k];
    const double curve = weight(z, is_curvature) * scale;
    const double* row = J.col(k).data();
    for (std::size_t a = 0; a < own; ++a) {
      normal.gradient[a] += slope * row[a];
      const double part = curve * row[a];
      double* sums = normal.information.col(a).data();
      for (std::size_t b = 0; b < own; ++b) sums[b] += part * row[b];
    }
  }
  for (std::size_t a = 0; a < own; ++a) normal.effect[a] = normal.information(a, a);
  return normal;
}

std::vector<StretchNormal> PredictionError::linearise(bool is_curvature) {
  const std::vector<MovedFlights> moved = fly_neighbours(problem_, x_, flights_);
  std::vector<PushedFlights> pushed_flights(flights_.size());
  for_each_index(flights_.size(), problem_.threads,
                 [&](std::size_t l) { pushed_flights[l] = pushed(l); });
  std::vector<StretchNormal> all(windows_.size());
  for_each_index(windows_.size(), problem_.threads, [&](std::size_t i) {
    const PredictedWindow& w = windows_[i];
    if (!w.is_lost)
      all[i] = linearised(w, derivatives(w, moved[w.log], pushed_flights[w.log]), is_curvature);
  });
  std::vector<StretchNormal> stretches;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (!windows_[i].is_lost) stretches.push_back(std::move(all[i]));
  }
  return stretches;
}

void PredictionError::tell(std::vector<FittedLog>& logs) const { count_windows(windows_, logs); }

}  // namespace

std::unique_ptr<FitResiduals> prediction_error(const FitProblem& problem,
                                               const std::vector<double>& start) {
  return std::make_unique<PredictionError>(problem, start);
}

}  // namespace montecopter::identify
