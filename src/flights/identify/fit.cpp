#include "flights/identify/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/numerics/fixed_order.hpp"
#include "flights/identify/fit_covariance.hpp"
#include "flights/identify/fit_problem.hpp"
#include "flights/identify/fit_residuals.hpp"
#include "flights/identify/replay_errors.hpp"

namespace montecopter::identify {
namespace {

constexpr std::size_t most_blocks = 60;

/// Shortest block of flight. A prediction reaches beyond its window, into the next one: a quarter
/// of a block of four windows.
double shortest_block_s(FitMethod method) {
  return method == FitMethod::prediction ? 4 * prediction_horizons_s.back() : 1.0;
}

std::unique_ptr<FitResiduals> residuals_of(FitMethod method, const FitProblem& problem,
                                           const std::vector<double>& x) {
  switch (method) {
    case FitMethod::filter_error:
      return filter_error(problem, x);
    case FitMethod::output_error:
      return output_error(problem, x);
    case FitMethod::prediction:
      return prediction_error(problem, x);
  }
  throw Error(ExitCode::internal, Problem{"fit", "the method has no residuals"});
}

std::vector<double> start_of(const FitProblem& problem) {
  return problem.within_range(problem.start.empty() ? problem.prior_mean() : problem.start);
}

/// A Gauss-Newton step.
struct Step {
  /// Length: the largest move of a parameter in standard errors; NaN if a move is NaN.
  double length = 0;
  bool is_taken = false;  ///< the step or a part of it is taken; false: none reduces the loss
};

/// Smaller steps, in standard errors, count as none: the gradient is small.
constexpr double settled = 0.02;
/// Tolerance, in standard errors, where no part of a step reduces the loss: it has kinks where a
/// delay meets a recorded value. A 95 % interval that is off by this much still contains 94 %.
constexpr double settled_where_idle = 0.3;
/// Consecutive steps without progress before the fit is stuck: weights change in between.
constexpr int most_idle_steps = 3;

/// Length of a move. A parameter that does not move adds nothing, even if its standard error is
/// NaN. (fmax() drops a NaN.)
double length_of(const std::vector<double>& move, const Eigen::MatrixXd& covariance) {
  double length = 0;
  for (std::size_t i = 0; i < move.size(); ++i) {
    if (move[i] == 0) continue;
    const double by_error = std::fabs(move[i]) / std::sqrt(covariance(i, i));
    if (std::isnan(by_error)) return by_error;
    length = std::fmax(length, by_error);
  }
  return length;
}

/// The Gauss-Newton method, for any kind of residuals.
class Fitting {
 public:
  Fitting(const FitProblem& problem, FitResiduals& residuals, const FitOptions& options);
  Fit run();

 private:
  void linearise(bool is_curvature);
  double cost(const std::vector<double>& x) const;
  void add_stretch(const StretchNormal& s, Eigen::MatrixXd& information,
                   std::vector<double>& gradient) const;
  Eigen::MatrixXd total_information() const;
  /// Gradient of the loss and the prior.
  std::vector<double> total_gradient() const;
  std::vector<Block> blocks() const;
  std::vector<Block> blocks_of(double length_s) const;
  void find_colour();
  /// Information of data and prior, in units of the data's information.
  Eigen::MatrixXd all_information() const;
  Step step();
  Fit result() const;
  FittedLog log_result(const Eigen::MatrixXd& covariance, std::size_t log) const;

  const FitProblem& problem_;
  FitOptions options_;
  std::size_t size_;
  std::vector<double> x_, prior_mean_;
  Eigen::MatrixXd prior_;
  FitResiduals& residuals_;
  std::vector<StretchNormal> stretches_;
  std::vector<double> effects_;  ///< for each vehicle parameter: information in all stretches
  double colour_ = 1;
  std::size_t blocks_ = 0;
};

Fitting::Fitting(const FitProblem& problem, FitResiduals& residuals, const FitOptions& options)
    : problem_(problem),
      options_(options),
      size_(problem.size),
      x_(start_of(problem)),
      prior_mean_(problem.prior_mean()),
      prior_(problem.prior_information()),
      residuals_(residuals) {}

void Fitting::linearise(bool is_curvature) {
  stretches_ = residuals_.linearise(is_curvature);
  effects_.assign(problem_.vehicle_size, 0.0);
  for (const StretchNormal& s : stretches_) {
    for (std::size_t i = 0; i < effects_.size(); ++i) effects_[i] += s.effect[i];
  }
}

/// Cost of the last flights.
double Fitting::cost(const std::vector<double>& x) const {
  double sum = residuals_.loss();
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j)
      sum += 0.5 * colour_ * (x[i] - prior_mean_[i]) * prior_(i, j) * (x[j] - prior_mean_[j]);
  }
  return sum;
}

void Fitting::add_stretch(const StretchNormal& s, Eigen::MatrixXd& information,
                          std::vector<double>& gradient) const {
  const std::size_t own = problem_.own_size();
  for (std::size_t a = 0; a < own; ++a) {
    gradient[problem_.place(s.log, a)] += s.gradient[a];
    for (std::size_t b = 0; b < own; ++b)
      information(problem_.place(s.log, a), problem_.place(s.log, b)) += s.information(a, b);
  }
}

Eigen::MatrixXd Fitting::total_information() const {
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(size_, size_);
  std::vector<double> gradient(size_, 0.0);
  for (const StretchNormal& s : stretches_) add_stretch(s, information, gradient);
  return information;
}

std::vector<double> Fitting::total_gradient() const {
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(size_, size_);
  std::vector<double> gradient(size_, 0.0);
  for (const StretchNormal& s : stretches_) add_stretch(s, information, gradient);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j)
      gradient[i] += colour_ * prior_(i, j) * (x_[j] - prior_mean_[j]);
  }
  return gradient;
}

Eigen::MatrixXd Fitting::all_information() const { return total_information() + colour_ * prior_; }

/// Neighbouring stretches taken as one block, because their residuals are correlated.
std::vector<Block> Fitting::blocks() const {
  double all_s = 0;
  for (const FitLog& log : problem_.logs) all_s += log.duration_s();
  return blocks_of(
      std::fmax(shortest_block_s(options_.method), all_s / static_cast<double>(most_blocks)));
}

std::vector<Block> Fitting::blocks_of(double length_s) const {
  std::vector<Block> blocks;
  std::size_t log = problem_.logs.size();
  double start_s = 0;
  for (const StretchNormal& s : stretches_) {
    if (s.log != log || s.start_s >= start_s + length_s) {
      blocks.push_back({Eigen::MatrixXd::Zero(size_, size_), std::vector<double>(size_, 0.0)});
      log = s.log, start_s = s.start_s;
    }
    add_stretch(s, blocks.back().information, blocks.back().gradient);
  }
  return blocks;
}

void Fitting::find_colour() {
  const std::vector<Block> all = blocks();
  blocks_ = all.size();
  colour_ = colour_of(all, all_information(), total_information());
}

/// One Gauss-Newton step, halved until the loss falls; the whole step where it never does.
Step Fitting::step() {
  const auto L = fixed_order::cholesky_factor(all_information());
  if (!L) return {std::numeric_limits<double>::infinity(), false};
  const std::vector<double> move = fixed_order::solve_factored(*L, total_gradient());
  // A range does not clamp NaN.
  for (const double x : move) {
    if (std::isnan(x)) return {x, false};
  }
  const Eigen::MatrixXd covariance = colour_ * fixed_order::inverse_of_factored(*L);
  const auto moved = [&](double share) {
    std::vector<double> x = x_;
    for (std::size_t i = 0; i < size_; ++i) x[i] -= share * move[i];
    return problem_.within_range(x);
  };
  std::vector<double> whole = moved(1);
  for (std::size_t i = 0; i < size_; ++i) whole[i] -= x_[i];
  Step step{length_of(whole, covariance), false};
  if (std::isnan(step.length)) return step;
  const double before = cost(x_);
  // Ten tries, each half as long; a step that does not help by then never does.
  for (double share = 1; share > 1e-3; share /= 2) {
    const std::vector<double> x = moved(share);
    if (!residuals_.fly(x, share) || !(cost(x) <= before)) continue;
    residuals_.keep(x);
    x_ = x;
    step.is_taken = true;
    return step;
  }
  residuals_.fly(x_, 0);
  return step;
}

Fit Fitting::run() {
  std::size_t iterations = 0;
  bool has_converged = false;
  int idle = 0;
  double last_step = 0;
  // Weights found at the means of the priors say little.
  const int fewest = options_.start.empty() ? 2 : 1;
  for (int k = 0; k < options_.most_iterations && !has_converged && idle < most_idle_steps &&
                  !std::isnan(last_step);
       ++k) {
    residuals_.weigh();
    linearise(false);
    find_colour();
    const Step last = step();
    has_converged = last.length < (last.is_taken ? settled : settled_where_idle) && k >= fewest;
    idle = last.is_taken ? 0 : idle + 1;
    last_step = last.length;
    ++iterations;
  }
  if (options_.start.empty()) {
    residuals_.weigh();
    linearise(true);
    find_colour();
  }
  Fit found = result();
  found.method = options_.method;
  found.iterations = iterations, found.has_converged = has_converged;
  found.is_stuck = !has_converged && (idle == most_idle_steps || std::isnan(last_step));
  found.last_step = last_step;
  return found;
}

Fit Fitting::result() const {
  Fit fit;
  const std::size_t n = problem_.vehicle_size;
  const Eigen::MatrixXd information = all_information();
  Eigen::MatrixXd all = covariance_of(blocks(), information, prior_, colour_, {n, log_size});
  if (options_.method == FitMethod::prediction)
    widen_by_logs(blocks_of(std::numeric_limits<double>::infinity()), information, n, all);
  fit.values.assign(x_.begin(), x_.begin() + static_cast<std::ptrdiff_t>(n));
  fit.covariance = all.topLeftCorner(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    fit.alone.push_back(std::sqrt(colour_ / information(i, i)));
    // No effect: a move by the prior's uncertainty changes no residual by a thousandth of its
    // spread.
    const double sd = problem_.parameters[i].sd;
    fit.has_effect.push_back(effects_[i] * sd * sd > 1e-6);
  }
  for (std::size_t l = 0; l < problem_.logs.size(); ++l) fit.logs.push_back(log_result(all, l));
  residuals_.tell(fit.logs);
  fit.blocks = blocks_;
  fit.colour = colour_;
  return fit;
}

FittedLog Fitting::log_result(const Eigen::MatrixXd& covariance, std::size_t log) const {
  std::vector<double> errors(size_, 0.0);
  for (std::size_t i = 0; i < size_; ++i) errors[i] = std::sqrt(covariance(i, i));
  FittedLog out;
  out.errors = problem_.errors_of(x_, log);
  out.standard_errors = problem_.errors_of(errors, log);
  return out;
}

}  // namespace

void set_windows(FitLog& log, double window_s) {
  log.windows = cut_windows(log.track, window_s, settling_time_s(log.drive.kind));
  log.window_s = window_s;
}

double fit_window_s(FitMethod method, double asked_s) {
  switch (method) {
    case FitMethod::prediction:
      return prediction_horizons_s.back();
    case FitMethod::output_error:
      return asked_s;
    case FitMethod::filter_error:
      break;
  }
  return default_fit_window_s;
}

FitLog make_fit_log(const logs::RecordedFlight& flight, const Drive& drive, const Span& span,
                    double window_s) {
  FitLog log;
  log.path = flight.path, log.drive = drive, log.track = thinned(make_track(flight, span));
  keep_driven(log.drive, log.track);
  set_windows(log, window_s);
  if (log.windows.empty()) {
    refuse(flight.path,
           fmt::format("no {:.4g} s of states and {} without a gap. Select another part "
                       "(--from, --to) or, with output error, a shorter --window",
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
  FitProblem problem(parameters, air, logs, options.threads);
  if (!options.start.empty()) problem.start_at(options.start, options.log_starts);
  return fit_residuals(problem, *residuals_of(options.method, problem, start_of(problem)), options);
}

void refuse_lost_start(const char* kind, const char* advice) {
  throw Error(
      ExitCode::refused,
      Problem{
          "fit",
          fmt::format("the initial vehicle diverges in every {}, so nothing can be fitted", kind),
          "", advice});
}

void fly_start(FitResiduals& residuals, const std::vector<double>& start) {
  if (!residuals.fly(start, 0))
    throw Error(ExitCode::refused,
                Problem{"fit", "the means of the distributions make no valid vehicle"});
  residuals.keep(start);
}

Fit fit_residuals(const FitProblem& problem, FitResiduals& residuals, const FitOptions& options) {
  return Fitting(problem, residuals, options).run();
}

}  // namespace montecopter::identify
