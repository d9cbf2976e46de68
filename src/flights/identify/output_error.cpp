/// Output error over short windows (multiple shooting).
///
/// Each window is flown from the recorded state with twelve free errors. So noise of the recorded
/// states, and the controller's feedback of that noise, do not bias the fit. The Schur complement
/// eliminates the errors of the windows. Moments other than those of the rotors are not modelled.
///
/// H. Bock, in: Modelling of Chemical Reaction Systems (1981), 102.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/numerics/median.hpp"
#include "flights/identify/fit_residuals.hpp"
#include "flights/identify/moved_flights.hpp"
#include "flights/identify/robust_loss.hpp"
#include "flights/identify/window_normal.hpp"

namespace montecopter::identify {
namespace {

/// Smallest trusted residual, SI units: rounding.
constexpr double least_residual = 1e-9;

struct WindowState {
  std::size_t log = 0;
  FitWindow window;
  StateError start = {};
  bool is_lost = false;
  std::vector<double> residuals;
  WindowNormal normal;
};

class OutputError final : public FitResiduals {
 public:
  OutputError(const FitProblem& problem, const std::vector<double>& start);
  bool fly(const std::vector<double>& x, double share) override;
  void keep(const std::vector<double>& x) override;
  void weigh() override;
  double loss() const override;
  std::vector<StretchNormal> linearise(bool is_curvature) override;
  void tell(std::vector<FittedLog>& logs) const override;

 private:
  StateError start_of(const WindowState& w, const std::vector<double>& x, double share) const;
  void linearise_window(WindowState& w, const MovedFlights& moved, bool is_curvature) const;

  const FitProblem& problem_;
  std::vector<double> x_;
  std::vector<LogFlights> flights_;
  std::vector<WindowState> windows_;
  std::vector<StateError> spread_;
  std::vector<StateError> flown_starts_;
  std::vector<std::vector<double>> flown_;
};

OutputError::OutputError(const FitProblem& problem, const std::vector<double>& start)
    : problem_(problem), x_(start), spread_(problem.logs.size(), StateError{}) {
  for (std::size_t l = 0; l < problem.logs.size(); ++l) {
    for (const FitWindow& window : problem.logs[l].windows) {
      windows_.emplace_back();
      windows_.back().log = l, windows_.back().window = window;
    }
  }
  fly_start(*this, start);
  for (WindowState& w : windows_) w.is_lost = !all_finite(w.residuals);
  require_flown(windows_, "window", "Start from a vehicle that flies, or shorten --window");
}

/// Start of a window for the parameters x: its optimal initial errors, to first order in x.
StateError OutputError::start_of(const WindowState& w, const std::vector<double>& x,
                                 double share) const {
  StateError start = w.start;
  if (w.is_lost || w.normal.start_step.empty()) return start;
  for (std::size_t c = 0; c < error_size; ++c) {
    double by = share * w.normal.start_step[c];
    for (std::size_t a = 0; a < problem_.own_size(); ++a) {
      const std::size_t at = problem_.place(w.log, a);
      by += w.normal.start_gain(a, c) * (x[at] - x_[at]);
    }
    start[c] -= by;
  }
  return start;
}

bool OutputError::fly(const std::vector<double>& x, double share) {
  std::vector<LogFlights> flights = fly_logs(problem_, x);
  if (flights.empty()) return false;
  flights_ = std::move(flights);
  flown_starts_.clear();
  for (const WindowState& w : windows_) flown_starts_.push_back(start_of(w, x, share));
  flown_.resize(windows_.size());
  for_each_index(windows_.size(), problem_.threads, [&](std::size_t i) {
    const WindowState& w = windows_[i];
    window_residuals(*flights_[w.log].nominal, problem_.logs[w.log].track, w.window,
                     flown_starts_[i], problem_.errors_of(x, w.log).rate_bias_rad_s, flown_[i]);
  });
  return true;
}

void OutputError::keep(const std::vector<double>& x) {
  x_ = x;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    windows_[i].start = flown_starts_[i];
    windows_[i].residuals = flown_[i];
  }
}

double OutputError::loss() const {
  double sum = 0;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (windows_[i].is_lost) continue;
    if (!all_finite(flown_[i])) return std::numeric_limits<double>::infinity();
    const StateError& spread = spread_[windows_[i].log];
    for (std::size_t k = 0; k < flown_[i].size(); ++k)
      sum += identify::loss(flown_[i][k] / spread[k % error_size]);
  }
  return sum;
}

/// Spread of each component in each log, from the median of its magnitudes, corrected for the
/// twelve free numbers of each window.
void OutputError::weigh() {
  for (std::size_t l = 0; l < problem_.logs.size(); ++l) {
    for (std::size_t c = 0; c < error_size; ++c) {
      std::vector<double> sizes;
      std::size_t windows = 0;
      for (const WindowState& w : windows_) {
        if (w.log != l || w.is_lost) continue;
        ++windows;
        for (std::size_t k = c; k < w.residuals.size(); k += error_size)
          sizes.push_back(std::fabs(w.residuals[k]));
      }
      if (windows == 0) continue;
      const double count = static_cast<double>(sizes.size());
      const double freed = count / (count - static_cast<double>(windows));
      spread_[l][c] =
          std::fmax(least_residual, std::sqrt(freed) * upper_median(sizes) / median_magnitude);
    }
  }
}

void OutputError::linearise_window(WindowState& w, const MovedFlights& moved,
                                   bool is_curvature) const {
  const Track& track = problem_.logs[w.log].track;
  const std::array<double, 3> bias = problem_.errors_of(x_, w.log).rate_bias_rad_s;
  const Eigen::MatrixXd J = residual_derivatives({track, w.window, w.start, bias},
                                                 *flights_[w.log].nominal, moved, problem_.steps);
  const StateError& spread = spread_[w.log];
  const auto m = static_cast<std::size_t>(J.rows());
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(m, m);
  std::vector<double> g(m, 0.0);
  for (std::size_t k = 0; k < w.residuals.size(); ++k) {
    const std::size_t c = k % error_size;
    if (c < 3 && !track.has_position) continue;
    const double z = w.residuals[k] / spread[c];
    const double scale = 1 / (spread[c] * spread[c]);
    const double slope = weight(z, false) * scale * w.residuals[k];
    const double curve = weight(z, is_curvature) * scale;
    const double* row = J.col(k).data();
    for (std::size_t a = 0; a < m; ++a) {
      g[a] += slope * row[a];
      const double share = curve * row[a];
      double* sums = H.col(a).data();
      for (std::size_t b = 0; b < m; ++b) sums[b] += share * row[b];
    }
  }
  w.is_lost = !eliminate_start(H, g, problem_.own_size(), w.normal);
}

std::vector<StretchNormal> OutputError::linearise(bool is_curvature) {
  const std::vector<MovedFlights> moved = fly_neighbours(problem_, x_, flights_);
  for_each_index(windows_.size(), problem_.threads, [&](std::size_t i) {
    WindowState& w = windows_[i];
    if (!w.is_lost) linearise_window(w, moved[w.log], is_curvature);
  });
  std::vector<StretchNormal> stretches;
  for (const WindowState& w : windows_) {
    if (w.is_lost) continue;
    stretches.push_back(
        {w.log, w.window.start_s, w.normal.information, w.normal.gradient, w.normal.effect});
  }
  return stretches;
}

void OutputError::tell(std::vector<FittedLog>& logs) const { count_windows(windows_, logs); }

}  // namespace

std::unique_ptr<FitResiduals> output_error(const FitProblem& problem,
                                           const std::vector<double>& start) {
  return std::make_unique<OutputError>(problem, start);
}

}  // namespace montecopter::identify
