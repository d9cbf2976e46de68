#pragma once
/// A vehicle fitted to logs: by errors of predictions, innovations of a filter, or output errors
/// over windows.
///
/// Residuals are weighted by their spread in each component and log, and by Huber's loss. The fit
/// covers the parameters of the vehicle, with their priors. For each log it also finds a delay, a
/// rate bias, a constant angular acceleration, and the lag of position, velocity and attitude. The
/// last two need filter error.
///
/// R. Jategaonkar, "Flight Vehicle System Identification", 2nd ed. 2015, chapters 4, 5 and 11;
/// P. Huber, "Robust Statistics", 1981, chapter 7.

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/base/coded_names.hpp"
#include "flights/identify/disturbances.hpp"
#include "flights/identify/fitted_parameters.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

/// A log, ready to be fitted to.
struct FitLog {
  std::string path;
  Drive drive;
  Track track;  ///< thinned
  std::vector<FitWindow> windows;
  double duration_s() const { return static_cast<double>(windows.size()) * window_s; }
  double window_s = 0;
};

/// Cuts a log into consecutive windows of this length.
void set_windows(FitLog& log, double window_s);

/// Error(refused) if no window is left.
FitLog make_fit_log(const logs::RecordedFlight& flight, const Drive& drive, const Span& span,
                    double window_s);

/// The first one is the default.
enum class FitMethod {
  prediction,    ///< predictions from recorded starts after prediction_horizons_s
  filter_error,  ///< innovations of a filter: right where gusts turn the vehicle as well
  output_error,  ///< windows flown from their start: only the rotors turn the vehicle
};

/// Names on the command line and in JSON.
inline constexpr auto fit_method_names =
    names_by_code<FitMethod>({{FitMethod::prediction, "prediction"},
                              {FitMethod::filter_error, "filter_error"},
                              {FitMethod::output_error, "output_error"}});

/// Length of the windows of output error where none is requested [s]. Filter error counts flight
/// in windows of this length.
inline constexpr double default_fit_window_s = 0.4;
/// Length of the windows of a method; `asked_s`: of output error.
double fit_window_s(FitMethod method, double asked_s);

struct FitOptions {
  FitMethod method = FitMethod::prediction;
  int threads = 1;
  int most_iterations = 40;
  /// Start of the search near the solution: draws of the parameters, and the errors of each log.
  /// Empty: the means of the priors. From such a start, the covariance is rough: it is the one
  /// before the last step.
  std::vector<double> start;
  std::vector<LogErrors> log_starts;
};

struct FittedLog {
  LogErrors errors;
  LogErrors standard_errors;
  Disturbances disturbances;          ///< with filter error
  std::size_t windows = 0, lost = 0;  ///< lost: not finite, excluded
};

struct Fit {
  FitMethod method = FitMethod::prediction;
  std::vector<double> values;  ///< draws of the parameters
  Eigen::MatrixXd covariance;  ///< of their errors
  /// Standard errors if all other parameters were known.
  std::vector<double> alone;
  std::vector<bool> has_effect;  ///< whether any window depends on the parameter
  std::vector<FittedLog> logs;
  std::size_t iterations = 0, blocks = 0;
  bool has_converged = false;
  bool is_stuck = false;  ///< did not converge: no step reduces the loss, or it is NaN
  double last_step = 0;   ///< largest move of a parameter in standard errors; may be NaN.
  /// Factor by which the correlation of neighbouring residuals reduces the information.
  double colour = 1;

  double standard_error(std::size_t i) const;
  double correlation(std::size_t i, std::size_t j) const;
};

/// Fraction of the prior standard deviation above which a standard error means "not identified".
inline constexpr double identified_below = 0.7;

/// Fits the parameters. The bits do not depend on the number of threads. Error(refused) if no
/// window can be flown.
Fit fit(FittedParameters& parameters, const CalmAir& air, const std::vector<FitLog>& logs,
        const FitOptions& options);

}  // namespace montecopter::identify
