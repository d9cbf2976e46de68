#include "identify/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "identify/fit_covariance.hpp"
#include "identify/moved_flights.hpp"
#include "identify/robust_loss.hpp"
#include "identify/window_normal.hpp"

namespace montecopter::identify {
namespace {

/// Parameters of a log: delay, then the bias of the rates.
constexpr std::size_t log_size = 4;
/// What is known of them before.
constexpr double delay_sd_s = 0.01, bias_sd_rad_s = 0.1;
/// Residuals are not trusted to be smaller, SI units: rounding.
constexpr double least_spread = 1e-9;
constexpr double least_block_s = 1.0;
constexpr std::size_t most_blocks = 60;

/// A vehicle along a log.
struct LogFlights {
  DriveSchedule schedule;
  std::unique_ptr<FlownAgain> nominal;
};
struct WindowState {
  std::size_t log = 0;
  FitWindow window;
  StateError start = {};
  bool is_lost = false;
  std::vector<double> residuals;
  WindowNormal normal;
};

class Fitting {
 public:
  Fitting(FittedParameters& parameters, const CalmAir& air, const std::vector<FitLog>& logs,
          const FitOptions& options);
  Fit run();

 private:
  std::size_t log_at(std::size_t log) const { return vehicle_size_ + log * log_size; }
  LogErrors errors_of(const PlainVector& x, std::size_t log) const;
  std::size_t place(std::size_t log, std::size_t i) const {
    return i < vehicle_size_ ? i : log_at(log) + i - vehicle_size_;
  }
  double delay_of(std::size_t log) const { return x_[log_at(log)]; }

  bool fly(const PlainVector& x, const std::vector<StateError>& starts,
           std::vector<std::vector<double>>& residuals);
  double cost(const PlainVector& x, const std::vector<std::vector<double>>& residuals) const;
  void take(const PlainVector& x, const std::vector<StateError>& starts,
            std::vector<std::vector<double>>& residuals);
  void find_spread();
  void linearise(bool is_curvature);
  std::vector<MovedFlights> moved_flights();
  void linearise_window(WindowState& w, const MovedFlights& moved, bool is_curvature) const;
  void add_window(const WindowState& w, PlainMatrix& information, PlainVector& gradient) const;
  PlainMatrix total_information() const;
  /// Of the loss and of what was known before.
  PlainVector total_gradient() const;
  std::vector<Block> blocks() const;
  void find_colour();
  /// Information of data and of what was known before, in units of the data's.
  PlainMatrix all_information() const;
  double step();
  PlainVector within_range(PlainVector x) const;
  Fit result();

  FittedParameters& parameters_;
  const CalmAir& air_;
  const std::vector<FitLog>& logs_;
  FitOptions options_;
  std::size_t vehicle_size_, size_;
  PlainVector x_, prior_mean_;
  PlainMatrix prior_;
  PlainVector steps_;  ///< of differences, of the vehicle's parameters and of a delay
  std::vector<LogFlights> flights_;
  std::vector<WindowState> windows_;
  std::vector<StateError> spread_;
  PlainVector effects_;  ///< of each parameter of the vehicle: information in all windows
  double colour_ = 1;
  std::size_t blocks_ = 0;
};

Fitting::Fitting(FittedParameters& parameters, const CalmAir& air, const std::vector<FitLog>& logs,
                 const FitOptions& options)
    : parameters_(parameters),
      air_(air),
      logs_(logs),
      options_(options),
      vehicle_size_(parameters.size()),
      size_(parameters.size() + logs.size() * log_size),
      prior_mean_(parameters.means()),
      prior_(size_, size_) {
  prior_mean_.resize(size_, 0.0);
  for (std::size_t i = 0; i < vehicle_size_; ++i) {
    for (std::size_t j = 0; j < vehicle_size_; ++j) prior_(i, j) = parameters.precision()(i, j);
    steps_.push_back(1e-3 * parameters[i].sd);
  }
  steps_.push_back(1e-4);
  for (std::size_t l = 0; l < logs.size(); ++l) {
    for (std::size_t k = 0; k < log_size; ++k) {
      const double sd = k == 0 ? delay_sd_s : bias_sd_rad_s;
      prior_(log_at(l) + k, log_at(l) + k) = 1 / (sd * sd);
    }
    for (const FitWindow& window : logs[l].windows) {
      windows_.emplace_back();
      windows_.back().log = l, windows_.back().window = window;
    }
  }
  x_ = within_range(prior_mean_);
  spread_.assign(logs.size(), StateError{});
}

LogErrors Fitting::errors_of(const PlainVector& x, std::size_t log) const {
  const double* own = &x[log_at(log)];
  return {own[0], {own[1], own[2], own[3]}};
}

/// No number leaves its range, nor when it is moved by a step.
PlainVector Fitting::within_range(PlainVector x) const {
  for (std::size_t i = 0; i < vehicle_size_; ++i) {
    const double low = parameters_[i].low + 2 * steps_[i],
                 high = parameters_[i].high - 2 * steps_[i];
    x[i] = std::fmin(std::fmax(x[i], low), high);
  }
  for (std::size_t l = 0; l < logs_.size(); ++l) {
    const double most_s = most_delay_s - 2 * steps_.back();
    x[log_at(l)] = std::fmin(std::fmax(x[log_at(l)], -most_s), most_s);
  }
  return x;
}

/// Flies all windows; false, and nothing is kept, if no vehicle is so.
bool Fitting::fly(const PlainVector& x, const std::vector<StateError>& starts,
                  std::vector<std::vector<double>>& residuals) {
  const std::optional<Multirotor> vehicle = parameters_.vehicle(x);
  if (!vehicle) return false;
  flights_.clear();
  flights_.resize(logs_.size());
  for_each_index(logs_.size(), options_.threads, [&](std::size_t l) {
    LogFlights& f = flights_[l];
    f.schedule = mean_schedule(logs_[l].drive, logs_[l].track, errors_of(x, l).delay_s);
    f.nominal =
        std::make_unique<FlownAgain>(*vehicle, air_, logs_[l].drive, logs_[l].track, f.schedule);
  });
  residuals.resize(windows_.size());
  for_each_index(windows_.size(), options_.threads, [&](std::size_t i) {
    const WindowState& w = windows_[i];
    window_residuals(*flights_[w.log].nominal, logs_[w.log].track, w.window, starts[i],
                     errors_of(x, w.log).rate_bias_rad_s, residuals[i]);
  });
  return true;
}

bool is_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// Infinite where a window that could be flown cannot be any more.
double Fitting::cost(const PlainVector& x,
                     const std::vector<std::vector<double>>& residuals) const {
  double sum = 0;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (windows_[i].is_lost) continue;
    if (!is_finite(residuals[i])) return std::numeric_limits<double>::infinity();
    const StateError& spread = spread_[windows_[i].log];
    for (std::size_t k = 0; k < residuals[i].size(); ++k)
      sum += loss(residuals[i][k] / spread[k % error_size]);
  }
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j)
      sum += 0.5 * colour_ * (x[i] - prior_mean_[i]) * prior_(i, j) * (x[j] - prior_mean_[j]);
  }
  return sum;
}

void Fitting::take(const PlainVector& x, const std::vector<StateError>& starts,
                   std::vector<std::vector<double>>& residuals) {
  x_ = x;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    windows_[i].start = starts[i];
    windows_[i].residuals.swap(residuals[i]);
  }
}

/// Spread of each component in each log by the median of its magnitudes. What the twelve free
/// numbers of a window take away is given back.
void Fitting::find_spread() {
  for (std::size_t l = 0; l < logs_.size(); ++l) {
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
          std::fmax(least_spread, std::sqrt(freed) * median_of(sizes) / median_magnitude);
    }
  }
}

/// The vehicles that differ by a step in one parameter.
std::vector<MovedFlights> Fitting::moved_flights() {
  const Neighbours neighbours = neighbours_of(parameters_, x_, steps_);
  std::vector<MovedFlights> moved(logs_.size());
  for (std::size_t l = 0; l < logs_.size(); ++l) {
    fly_neighbours(neighbours, air_, logs_[l].drive, logs_[l].track, flights_[l].schedule,
                   delay_of(l), steps_.back(), options_.threads, moved[l]);
  }
  return moved;
}

void Fitting::linearise_window(WindowState& w, const MovedFlights& moved, bool is_curvature) const {
  const std::array<double, 3> bias = errors_of(x_, w.log).rate_bias_rad_s;
  const PlainMatrix J = residual_derivatives({logs_[w.log].track, w.window, w.start, bias},
                                             *flights_[w.log].nominal, moved, steps_);
  const StateError& spread = spread_[w.log];
  const std::size_t m = J.columns;
  const bool has_position = logs_[w.log].track.has_position;
  PlainMatrix H(m, m);
  PlainVector g(m, 0.0);
  for (std::size_t k = 0; k < J.rows; ++k) {
    const std::size_t c = k % error_size;
    if (c < 3 && !has_position) continue;
    const double z = w.residuals[k] / spread[c];
    const double scale = 1 / (spread[c] * spread[c]);
    const double slope = weight(z, false) * scale * w.residuals[k];
    const double curve = weight(z, is_curvature) * scale;
    const double* row = &J.values[k * m];
    for (std::size_t a = 0; a < m; ++a) {
      g[a] += slope * row[a];
      const double share = curve * row[a];
      double* sums = &H.values[a * m];
      for (std::size_t b = 0; b < m; ++b) sums[b] += share * row[b];
    }
  }
  w.is_lost = !eliminate_start(H, g, vehicle_size_ + log_size, w.normal);
}

void Fitting::linearise(bool is_curvature) {
  const std::vector<MovedFlights> moved = moved_flights();
  for_each_index(windows_.size(), options_.threads, [&](std::size_t i) {
    WindowState& w = windows_[i];
    if (!w.is_lost) linearise_window(w, moved[w.log], is_curvature);
  });
  effects_.assign(vehicle_size_, 0.0);
  for (const WindowState& w : windows_) {
    for (std::size_t i = 0; i < vehicle_size_ && !w.is_lost; ++i) effects_[i] += w.normal.effect[i];
  }
}

void Fitting::add_window(const WindowState& w, PlainMatrix& information,
                         PlainVector& gradient) const {
  if (w.is_lost) return;
  const std::size_t own = vehicle_size_ + log_size;
  for (std::size_t a = 0; a < own; ++a) {
    gradient[place(w.log, a)] += w.normal.gradient[a];
    for (std::size_t b = 0; b < own; ++b)
      information(place(w.log, a), place(w.log, b)) += w.normal.information(a, b);
  }
}

PlainMatrix Fitting::total_information() const {
  PlainMatrix information(size_, size_);
  PlainVector gradient(size_, 0.0);
  for (const WindowState& w : windows_) add_window(w, information, gradient);
  return information;
}

PlainVector Fitting::total_gradient() const {
  PlainMatrix information(size_, size_);
  PlainVector gradient(size_, 0.0);
  for (const WindowState& w : windows_) add_window(w, information, gradient);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j)
      gradient[i] += colour_ * prior_(i, j) * (x_[j] - prior_mean_[j]);
  }
  return gradient;
}

PlainMatrix Fitting::all_information() const {
  PlainMatrix all = total_information();
  for (std::size_t k = 0; k < all.values.size(); ++k) all.values[k] += colour_ * prior_.values[k];
  return all;
}

/// Neighbouring windows that are taken as one, because their residuals are not independent.
std::vector<Block> Fitting::blocks() const {
  double all_s = 0;
  for (const FitLog& log : logs_) all_s += log.duration_s();
  const double length_s = std::fmax(least_block_s, all_s / static_cast<double>(most_blocks));
  std::vector<Block> blocks;
  std::size_t log = logs_.size();
  double start_s = 0;
  for (const WindowState& w : windows_) {
    if (w.log != log || w.window.start_s >= start_s + length_s) {
      blocks.push_back({PlainMatrix(size_, size_), PlainVector(size_, 0.0)});
      log = w.log, start_s = w.window.start_s;
    }
    add_window(w, blocks.back().information, blocks.back().gradient);
  }
  return blocks;
}

void Fitting::find_colour() {
  const std::vector<Block> all = blocks();
  blocks_ = all.size();
  colour_ = colour_of(all, all_information(), total_information());
}

/// One step of Gauss and Newton, halved until the loss falls. How far it went: the largest move of
/// a parameter by its standard error. 0: no way leads down.
double Fitting::step() {
  PlainMatrix L = all_information();
  if (!factorise(L)) return 0;
  PlainVector move = total_gradient();
  solve_factorised(L, move.data());
  const PlainMatrix inverse = inverse_of_factorised(L);
  const std::size_t own = vehicle_size_ + log_size;
  std::vector<std::vector<double>> residuals;
  for (const WindowState& w : windows_) residuals.push_back(w.residuals);
  const double before = cost(x_, residuals);
  for (double share = 1; share > 1e-3; share /= 2) {
    PlainVector x = x_;
    for (std::size_t i = 0; i < size_; ++i) x[i] -= share * move[i];
    x = within_range(x);
    std::vector<StateError> starts;
    for (const WindowState& w : windows_) {
      StateError start = w.start;
      for (std::size_t c = 0; c < error_size && !w.is_lost; ++c) {
        double by = share * w.normal.start_step[c];
        for (std::size_t a = 0; a < own; ++a)
          by += w.normal.start_gain(a, c) * (x[place(w.log, a)] - x_[place(w.log, a)]);
        start[c] -= by;
      }
      starts.push_back(start);
    }
    if (!fly(x, starts, residuals) || !(cost(x, residuals) <= before)) continue;
    double most = 0;
    for (std::size_t i = 0; i < size_; ++i)
      most = std::fmax(most, std::fabs(x[i] - x_[i]) / std::sqrt(colour_ * inverse(i, i)));
    take(x, starts, residuals);
    return most;
  }
  std::vector<StateError> starts;
  for (const WindowState& w : windows_) starts.push_back(w.start);
  fly(x_, starts, residuals);
  return 0;
}

Fit Fitting::run() {
  std::vector<std::vector<double>> residuals;
  const std::vector<StateError> starts(windows_.size(), StateError{});
  if (!fly(x_, starts, residuals))
    throw Error(ExitCode::refused, "fit: error: no vehicle has the means of the distributions.");
  take(x_, starts, residuals);
  for (WindowState& w : windows_) w.is_lost = !is_finite(w.residuals);
  if (std::all_of(windows_.begin(), windows_.end(), [](const auto& w) { return w.is_lost; })) {
    throw Error(ExitCode::refused,
                "fit: error: the vehicle leaves all bounds in every window before anything is "
                "fitted. Start from one that flies, or shorten --window.");
  }
  Fit fit;
  for (int k = 0; k < options_.most_iterations && !fit.has_converged; ++k) {
    find_spread();
    linearise(false);
    find_colour();
    fit.has_converged = step() < 0.02 && k > 1;
    ++fit.iterations;
  }
  find_spread();
  linearise(true);
  find_colour();
  Fit found = result();
  found.iterations = fit.iterations, found.has_converged = fit.has_converged;
  return found;
}

Fit Fitting::result() {
  Fit fit;
  const PlainMatrix information = all_information();
  const PlainMatrix all = covariance_of(blocks(), information, prior_, colour_);
  fit.values.assign(x_.begin(), x_.begin() + static_cast<std::ptrdiff_t>(vehicle_size_));
  fit.covariance = PlainMatrix(vehicle_size_, vehicle_size_);
  for (std::size_t i = 0; i < vehicle_size_; ++i) {
    for (std::size_t j = 0; j < vehicle_size_; ++j) fit.covariance(i, j) = all(i, j);
    fit.alone.push_back(std::sqrt(colour_ / information(i, i)));
    // A move by all that was uncertain that changes no residual by a thousandth of its spread.
    const double sd = parameters_[i].sd;
    fit.has_effect.push_back(effects_[i] * sd * sd > 1e-6);
  }
  for (std::size_t l = 0; l < logs_.size(); ++l) {
    FittedLog log;
    log.errors = errors_of(x_, l), log.spread = spread_[l];
    const std::size_t at = log_at(l);
    log.standard_errors.delay_s = std::sqrt(all(at, at));
    for (std::size_t k = 0; k < 3; ++k)
      log.standard_errors.rate_bias_rad_s[k] = std::sqrt(all(at + 1 + k, at + 1 + k));
    for (const WindowState& w : windows_) {
      if (w.log != l) continue;
      ++log.windows;
      if (w.is_lost) ++log.lost;
    }
    fit.logs.push_back(log);
  }
  fit.blocks = blocks_;
  fit.colour = colour_;
  return fit;
}

}  // namespace

FitLog make_fit_log(const logs::RecordedFlight& flight, const Drive& drive, const Span& span,
                    double window_s) {
  FitLog log;
  log.path = flight.path, log.drive = drive, log.track = thinned(make_track(flight, span));
  keep_driven(log.drive, log.track);
  // Motors begin settled, which they are not: five time constants of slow ones.
  const double settling_s = drive.kind == DriveKind::command ? 0.3 : 0.0;
  log.windows = cut_windows(log.track, window_s, settling_s);
  log.window_s = window_s;
  if (log.windows.empty()) {
    refuse(flight.path, fmt::format("no {:.4g} s of states and {} without a gap. Give a shorter "
                                    "--window, or another part (--from, --to)",
                                    window_s, drive.signal.name));
  }
  return log;
}

double Fit::standard_error(std::size_t i) const { return std::sqrt(covariance(i, i)); }

double Fit::correlation(std::size_t i, std::size_t j) const {
  return covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
}

Fit fit(FittedParameters& parameters, const CalmAir& air, const std::vector<FitLog>& logs,
        const FitOptions& options) {
  return Fitting(parameters, air, logs, options).run();
}

}  // namespace montecopter::identify
