#pragma once
/// What a method of fitting takes for the residuals of flights.

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <vector>

#include "flights/identify/fit_problem.hpp"

namespace montecopter::identify {

/// What a stretch of one log says of its parameters (`FitProblem::place`).
struct StretchNormal {
  std::size_t log = 0;
  double start_s = 0;
  Eigen::MatrixXd information;
  std::vector<double> gradient;
  std::vector<double> effect;  ///< diagonal of the information, all that is not of the log held
};

class FitResiduals {
 public:
  virtual ~FitResiduals() = default;

  /// Flies all logs at x, to which this share of the last step leads; false, and nothing is flown,
  /// if no vehicle is so.
  virtual bool fly(const std::vector<double>& x, double share) = 0;
  /// What was flown last is what is weighed and linearised from now on.
  virtual void keep(const std::vector<double>& x) = 0;
  /// Weights anew, from what was kept.
  virtual void weigh() = 0;
  /// Huber's loss of what was flown last; infinite where what could be flown cannot be any more.
  virtual double loss() const = 0;
  /// About what was kept; stretches in the order of logs and times. `is_curvature`: of the loss, in
  /// the place of weights of iterated least squares.
  virtual std::vector<StretchNormal> linearise(bool is_curvature) = 0;
  /// Adds what the method knows of each log.
  virtual void tell(std::vector<FittedLog>& logs) const = 0;
};

/// Gauss and Newton's method, from the means of what is known before. `method` of the options is
/// not looked at.
Fit fit_residuals(const FitProblem& problem, FitResiduals& residuals, const FitOptions& options);

/// Error(refused) if nothing can be flown with the means of what is known before.
std::unique_ptr<FitResiduals> output_error(const FitProblem& problem,
                                           const std::vector<double>& start);
std::unique_ptr<FitResiduals> filter_error(const FitProblem& problem,
                                           const std::vector<double>& start);

}  // namespace montecopter::identify
