/// Filter error: innovations of a Kalman filter along the rows of each log.
///
/// One step from each recorded state predicts the next one. The differences are defects; a filter
/// of the errors of the recorded states makes them white. Moments and forces besides those of the
/// rotors are correlated (Gauss-Markov) accelerations in the filter, found from the innovations. So
/// a controller that answers them does not bias the fit. States are linearised about the recorded
/// ones, whose noise is small.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/numerics/median.hpp"
#include "flights/identify/fit_residuals.hpp"
#include "flights/identify/moved_flights.hpp"
#include "flights/identify/robust_loss.hpp"
#include "flights/identify/row_filter.hpp"
#include "flights/identify/row_steps.hpp"

namespace montecopter::identify {
namespace {

/// Longest stretch before the filter starts again, so that several threads have work.
constexpr double longest_stretch_s = 5;
/// Disturbances are found again in this many iterations and then held, so that the loss settles.
constexpr int disturbance_iterations = 12;
/// Shorter correlation times count as white: two rows.
constexpr double shortest_time_s = 0.01;
/// Smallest trusted spread of white innovations.
constexpr double least_innovation = 1e-6;

/// Consecutive windows of a log, through which one filter runs.
struct FilterStretch {
  std::size_t log = 0;
  Stretch rows;
  std::size_t first_window = 0, last_window = 0;  ///< both included
  bool is_lost = false;
};

struct LogState {
  std::vector<BodyState> states;  ///< as recorded, except for bias and late records
  /// change of recorded position, velocity and attitude per second
  std::vector<StateError> change;
  Defects defects, flown;
  std::vector<Transition> transitions;  ///< from each row to the next
  Disturbances disturbances;
  StateError spread = {};  ///< spread of the innovations
};

class FilterError final : public FitResiduals {
 public:
  FilterError(const FitProblem& problem, const std::vector<double>& start);
  bool fly(const std::vector<double>& x, double share) override;
  void keep(const std::vector<double>& x) override;
  void weigh() override;
  double loss() const override;
  std::vector<StretchNormal> linearise(bool is_curvature) override;
  void tell(std::vector<FittedLog>& logs) const override;

 private:
  void cut(std::size_t log);
  std::vector<Stretch> stretches_of(std::size_t log) const;
  void find_change(std::size_t log);
  void put_right(std::size_t log, const std::vector<double>& x);
  std::vector<StateError> innovations(const FilterStretch& s, const Defects& defects) const;
  void find_spread();
  void fill_columns(const FilterStretch& s, const MovedFlights& moved, std::size_t row,
                    std::vector<double>& columns) const;
  void add_row(const std::vector<double>& z, const StateError& spread, bool is_curvature,
               StretchNormal& normal) const;
  std::vector<StretchNormal> linearise_stretch(const FilterStretch& s, const MovedFlights& moved,
                                               bool is_curvature) const;

  const FitProblem& problem_;
  std::vector<double> x_;
  std::vector<LogFlights> flights_;
  std::vector<LogState> logs_;
  std::vector<FilterStretch> stretches_;
  int weighed_ = 0;
};

FilterError::FilterError(const FitProblem& problem, const std::vector<double>& start)
    : problem_(problem), x_(start), logs_(problem.logs.size()) {
  for (std::size_t l = 0; l < problem.logs.size(); ++l) {
    cut(l);
    find_change(l);
  }
  fly_start(*this, start);
  for (FilterStretch& s : stretches_) {
    for (std::size_t k = s.rows.first; k < s.rows.last; ++k) {
      for (const double x : logs_[s.log].defects[k]) s.is_lost = s.is_lost || !std::isfinite(x);
    }
  }
  require_flown(stretches_, "stretch of the logs", "Start from a vehicle that flies");
}

void FilterError::cut(std::size_t log) {
  const FitLog& own = problem_.logs[log];
  const Track& track = own.track;
  for (std::size_t w = 0; w < own.windows.size(); ++w) {
    const FitWindow& window = own.windows[w];
    const bool goes_on =
        w > 0 && own.windows[w - 1].last == window.first &&
        track.time_s[window.last] - track.time_s[stretches_.back().rows.first] < longest_stretch_s;
    if (!goes_on) stretches_.push_back({log, {window.first, window.last}, w, w});
    stretches_.back().rows.last = window.last, stretches_.back().last_window = w;
  }
  logs_[log].defects.resize(track.rows()), logs_[log].flown.resize(track.rows());
  logs_[log].transitions.resize(track.rows());
}

std::vector<Stretch> FilterError::stretches_of(std::size_t log) const {
  std::vector<Stretch> all;
  for (const FilterStretch& s : stretches_) {
    if (s.log == log && !s.is_lost) all.push_back(s.rows);
  }
  return all;
}

/// Finds the change over some rows, because records are noisy: of position by the recorded
/// velocity, of attitude by the recorded rate, of velocity by its differences.
void FilterError::find_change(std::size_t log) {
  constexpr std::size_t aside = 4;
  const Track& track = problem_.logs[log].track;
  std::vector<StateError>& change = logs_[log].change;
  change.assign(track.rows(), StateError{});
  for (const FilterStretch& s : stretches_) {
    if (s.log != log) continue;
    for (std::size_t k = s.rows.first; k <= s.rows.last; ++k) {
      const std::size_t from = std::max(s.rows.first + aside, k) - aside,
                        to = std::min(k + aside, s.rows.last);
      const double span_s = track.time_s[to] - track.time_s[from];
      for (std::size_t i = 0; i < 3; ++i) {
        change[k][i] = track.states[k][3 + i];
        change[k][3 + i] = (track.states[to][3 + i] - track.states[from][3 + i]) / span_s;
        change[k][6 + i] = track.states[k][10 + i];
      }
    }
  }
}

void FilterError::put_right(std::size_t log, const std::vector<double>& x) {
  const Track& track = problem_.logs[log].track;
  const LogErrors errors = problem_.errors_of(x, log);
  LogState& own = logs_[log];
  own.states = track.states;
  for (std::size_t k = 0; k < track.rows(); ++k) {
    StateError by = {};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t q = 0; q < 3; ++q)
        by[3 * q + i] = errors.late_s[q] * own.change[k][3 * q + i];
      by[9 + i] = -errors.rate_bias_rad_s[i];
    }
    RepeatedFlight::State state{};
    std::copy(track.states[k].begin(), track.states[k].end(), state.x.begin());
    displace(state, by);
    std::copy_n(state.x.begin(), own.states[k].size(), own.states[k].begin());
  }
}

bool FilterError::fly(const std::vector<double>& x, double) {
  std::vector<LogFlights> flights = fly_logs(problem_, x);
  if (flights.empty()) return false;
  flights_ = std::move(flights);
  for (std::size_t l = 0; l < logs_.size(); ++l) put_right(l, x);
  for_each_index(stretches_.size(), problem_.threads, [&](std::size_t i) {
    const FilterStretch& s = stretches_[i];
    for (std::size_t k = s.rows.first; k < s.rows.last; ++k)
      logs_[s.log].flown[k] = row_defect(*flights_[s.log].nominal, logs_[s.log].states, k);
  });
  return true;
}

void FilterError::keep(const std::vector<double>& x) {
  x_ = x;
  for (LogState& log : logs_) log.defects = log.flown;
}

/// Innovations, which are white if the disturbances are right; one for each row but the first.
std::vector<StateError> FilterError::innovations(const FilterStretch& s,
                                                 const Defects& defects) const {
  const LogState& log = logs_[s.log];
  const Track& track = problem_.logs[s.log].track;
  RowFilter filter(log.disturbances, track.has_position, 1);
  filter.begin();
  std::vector<StateError> out;
  std::vector<double> column(error_size);
  for (std::size_t k = s.rows.first; k < s.rows.last; ++k) {
    std::copy(defects[k].begin(), defects[k].end(), column.begin());
    filter.advance(log.transitions[k], track.time_s[k + 1] - track.time_s[k], column);
    out.emplace_back();
    std::copy(column.begin(), column.end(), out.back().begin());
  }
  return out;
}

void FilterError::weigh() {
  for_each_index(stretches_.size(), problem_.threads, [&](std::size_t i) {
    const FilterStretch& s = stretches_[i];
    LogState& log = logs_[s.log];
    for (std::size_t k = s.rows.first; k < s.rows.last && !s.is_lost; ++k)
      log.transitions[k] = row_transition(*flights_[s.log].nominal, log.states, k);
  });
  for (std::size_t l = 0; l < logs_.size() && weighed_ < disturbance_iterations; ++l)
    find_disturbances(problem_.logs[l].track, stretches_of(l), logs_[l].defects, shortest_time_s,
                      problem_.threads, logs_[l].disturbances);
  ++weighed_;
  find_spread();
}

/// Finds the spread by the median of the magnitudes: 1 where innovations are normal.
void FilterError::find_spread() {
  std::vector<std::vector<StateError>> all(stretches_.size());
  for_each_index(stretches_.size(), problem_.threads, [&](std::size_t i) {
    const FilterStretch& s = stretches_[i];
    if (!s.is_lost) all[i] = innovations(s, logs_[s.log].defects);
  });
  for (std::size_t l = 0; l < logs_.size(); ++l) {
    for (std::size_t c = 0; c < error_size; ++c) {
      std::vector<double> sizes;
      for (std::size_t i = 0; i < stretches_.size(); ++i) {
        for (const StateError& z : all[i]) {
          if (stretches_[i].log == l) sizes.push_back(std::fabs(z[c]));
        }
      }
      logs_[l].spread[c] = sizes.empty() ? 1 : upper_median(sizes) / median_magnitude;
      logs_[l].spread[c] = std::fmax(least_innovation, logs_[l].spread[c]);
    }
  }
}

double FilterError::loss() const {
  std::vector<double> sums(stretches_.size(), 0.0);
  for_each_index(stretches_.size(), problem_.threads, [&](std::size_t i) {
    const FilterStretch& s = stretches_[i];
    if (s.is_lost) return;
    for (const StateError& z : innovations(s, logs_[s.log].flown)) {
      for (std::size_t c = 0; c < error_size; ++c) {
        const double by_spread = z[c] / logs_[s.log].spread[c];
        sums[i] += std::isfinite(by_spread) ? identify::loss(by_spread)
                                            : std::numeric_limits<double>::infinity();
      }
    }
  });
  double sum = 0;
  for (const double x : sums) sum += x;
  return sum;
}

/// Defects of one row and their derivatives [error_size, 1 + own parameters].
void FilterError::fill_columns(const FilterStretch& s, const MovedFlights& moved, std::size_t row,
                               std::vector<double>& columns) const {
  const std::size_t own = problem_.own_size(), m = 1 + own;
  const LogState& log = logs_[s.log];
  const Track& track = problem_.logs[s.log].track;
  for (std::size_t c = 0; c < error_size; ++c) columns[c * m] = log.defects[row][c];
  for (std::size_t i = 0; i < problem_.steps.size(); ++i) {
    const StateError below = row_defect(*moved.less[i], log.states, row),
                     above = row_defect(*moved.more[i], log.states, row);
    for (std::size_t c = 0; c < error_size; ++c)
      columns[c * m + 1 + i] = (above[c] - below[c]) / (2 * problem_.steps[i]);
  }
  const std::size_t bias = 1 + problem_.steps.size(), offset = bias + 3, late = offset + 3;
  const double h = track.time_s[row + 1] - track.time_s[row];
  const Transition& transition = log.transitions[row];
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t c = 0; c < error_size; ++c) {
      columns[c * m + bias + k] = (c == 9 + k ? 1.0 : 0.0) - transition[c * error_size + 9 + k];
      columns[c * m + offset + k] = c == 9 + k ? h : c == 6 + k ? 0.5 * h * h : 0.0;
      double& of_late = columns[c * m + late + k];
      of_late = c / 3 == k ? -log.change[row + 1][c] : 0.0;
      for (std::size_t i = 3 * k; i < 3 * k + 3; ++i)
        of_late += transition[c * error_size + i] * log.change[row][i];
    }
  }
}

void FilterError::add_row(const std::vector<double>& z, const StateError& spread, bool is_curvature,
                          StretchNormal& normal) const {
  const std::size_t own = problem_.own_size(), m = 1 + own;
  for (std::size_t c = 0; c < error_size; ++c) {
    const double* row = &z[c * m];
    const double scale = 1 / (spread[c] * spread[c]), by_spread = row[0] / spread[c];
    const double slope = weight(by_spread, false) * scale * row[0];
    const double curve = weight(by_spread, is_curvature) * scale;
    for (std::size_t a = 0; a < own; ++a) {
      normal.gradient[a] += slope * row[1 + a];
      const double share = curve * row[1 + a];
      double* sums = normal.information.col(a).data();
      for (std::size_t b = 0; b < own; ++b) sums[b] += share * row[1 + b];
    }
  }
}

std::vector<StretchNormal> FilterError::linearise_stretch(const FilterStretch& s,
                                                          const MovedFlights& moved,
                                                          bool is_curvature) const {
  const std::size_t own = problem_.own_size();
  const FitLog& log = problem_.logs[s.log];
  const LogState& state = logs_[s.log];
  RowFilter filter(state.disturbances, log.track.has_position, 1 + own);
  filter.begin();
  std::vector<double> columns(error_size * (1 + own));
  std::vector<StretchNormal> normals;
  for (std::size_t w = s.first_window; w <= s.last_window; ++w) {
    const FitWindow& window = log.windows[w];
    normals.push_back({s.log,
                       window.start_s,
                       Eigen::MatrixXd::Zero(own, own),
                       std::vector<double>(own, 0.0),
                       {}});
    for (std::size_t k = window.first; k < window.last; ++k) {
      fill_columns(s, moved, k, columns);
      filter.advance(state.transitions[k], log.track.time_s[k + 1] - log.track.time_s[k], columns);
      add_row(columns, state.spread, is_curvature, normals.back());
    }
    for (std::size_t a = 0; a < own; ++a)
      normals.back().effect.push_back(normals.back().information(a, a));
  }
  return normals;
}

std::vector<StretchNormal> FilterError::linearise(bool is_curvature) {
  const std::vector<MovedFlights> moved = fly_neighbours(problem_, x_, flights_);
  std::vector<std::vector<StretchNormal>> all(stretches_.size());
  for_each_index(stretches_.size(), problem_.threads, [&](std::size_t i) {
    const FilterStretch& s = stretches_[i];
    if (!s.is_lost) all[i] = linearise_stretch(s, moved[s.log], is_curvature);
  });
  std::vector<StretchNormal> normals;
  for (std::vector<StretchNormal>& some : all)
    std::move(some.begin(), some.end(), std::back_inserter(normals));
  return normals;
}

void FilterError::tell(std::vector<FittedLog>& logs) const {
  for (const FilterStretch& s : stretches_) {
    const std::size_t windows = s.last_window - s.first_window + 1;
    logs[s.log].windows += windows;
    if (s.is_lost) logs[s.log].lost += windows;
  }
  for (std::size_t l = 0; l < logs.size(); ++l) logs[l].disturbances = logs_[l].disturbances;
}

}  // namespace

std::unique_ptr<FitResiduals> filter_error(const FitProblem& problem,
                                           const std::vector<double>& start) {
  return std::make_unique<FilterError>(problem, start);
}

}  // namespace montecopter::identify
