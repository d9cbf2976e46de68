#pragma once
/// Interface of a fitting method: its residuals of the flights.

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "flights/identify/fit_problem.hpp"

namespace montecopter::identify {

/// Normal equations of a stretch of one log for its parameters (`FitProblem::place`).
struct StretchNormal {
  std::size_t log = 0;
  double start_s = 0;
  Eigen::MatrixXd information;
  std::vector<double> gradient;
  std::vector<double> effect;  ///< diagonal of the information, all but the log's held
};

class FitResiduals {
 public:
  virtual ~FitResiduals() = default;

  /// Flies all logs at x, which this fraction of the last step reaches. Returns false, without
  /// flying, if the parameters make no valid vehicle.
  virtual bool fly(const std::vector<double>& x, double share) = 0;
  /// Keeps the last flights: they are weighted and linearised from now on.
  virtual void keep(const std::vector<double>& x) = 0;
  /// Computes the weights from the kept flights.
  virtual void weigh() = 0;
  /// Huber's loss of the last flights; infinite where a window that could be flown no longer can.
  virtual double loss() const = 0;
  /// Linearises about the kept flights; stretches in the order of logs and times. `is_curvature`:
  /// curvature of the loss instead of weights of iterated least squares.
  virtual std::vector<StretchNormal> linearise(bool is_curvature) = 0;
  /// Adds what the method finds about each log.
  virtual void tell(std::vector<FittedLog>& logs) const = 0;
};

/// Flies at the start and keeps the flights. Throws Error(refused) if it makes no valid vehicle.
void fly_start(FitResiduals& residuals, const std::vector<double>& start);

inline bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// Throws that nothing can be fitted: the vehicle diverges in every `kind`.
[[noreturn]] void refuse_lost_start(const char* kind, const char* advice);

/// The same if all windows of the start are lost.
template <class Window>
void require_flown(const std::vector<Window>& windows, const char* kind, const char* advice) {
  if (std::any_of(windows.begin(), windows.end(), [](const auto& w) { return !w.is_lost; })) return;
  refuse_lost_start(kind, advice);
}

/// Adds one window of a log for each.
template <class Window>
void count_windows(const std::vector<Window>& windows, std::vector<FittedLog>& logs) {
  for (const Window& w : windows) {
    ++logs[w.log].windows;
    if (w.is_lost) ++logs[w.log].lost;
  }
}

/// The Gauss-Newton method, starting at the means of the priors. `method` of the options is
/// ignored.
Fit fit_residuals(const FitProblem& problem, FitResiduals& residuals, const FitOptions& options);

/// Throws Error(refused) if nothing can be flown with the means of the priors.
std::unique_ptr<FitResiduals> output_error(const FitProblem& problem,
                                           const std::vector<double>& start);
std::unique_ptr<FitResiduals> filter_error(const FitProblem& problem,
                                           const std::vector<double>& start);
std::unique_ptr<FitResiduals> prediction_error(const FitProblem& problem,
                                               const std::vector<double>& start);

}  // namespace montecopter::identify
