#pragma once
/// Held-out errors: predictions of flight that a fit did not use, beside predictions of the flight
/// that it used, by each method.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "flights/identify/fit.hpp"
#include "flights/identify/replay_errors.hpp"

namespace montecopter::identify {

/// Mean errors after one horizon [quantity].
struct PredictionErrors {
  double horizon_s = 0;
  std::array<double, 4> own = {};        ///< of the vehicle fitted to all logs, on all logs
  std::array<double, 4> held_out = {};   ///< of vehicles on flight that they were not fitted to
  std::array<double, 4> unchanged = {};  ///< of the prediction that nothing changes
};

struct MethodErrors {
  FitMethod method = FitMethod::prediction;
  std::vector<PredictionErrors> horizons;
  std::size_t lost = 0;        ///< held-out predictions that are not finite; not in the means
  bool has_converged = false;  ///< all fits of the method
};

/// Held-out error divided by the error of "nothing changes", averaged over the horizons; NaN for a
/// quantity that is not recorded.
double held_out_ratio(const MethodErrors& errors, std::size_t quantity);
/// Average over the recorded quantities.
double held_out_ratio(const MethodErrors& errors);
/// Whether the method predicts every quantity better than "nothing changes".
bool is_useful(const MethodErrors& errors);

struct HeldOut {
  /// "each log in turn", the path of a log, or "each quarter of the log in turn"; empty where the
  /// log is too short to leave a part out.
  std::string left_out;
  std::vector<MethodErrors> methods;  ///< the method of the fit first
};

/// The useful method with the smallest ratio; nullopt if none is useful.
std::optional<FitMethod> recommended(const HeldOut& held_out);

struct HeldOutOptions {
  std::vector<FitMethod> methods;          ///< the method of the fit first
  double window_s = default_fit_window_s;  ///< of output error
  std::optional<std::size_t> log = {};     ///< the only log to leave out; nullopt: each in turn
  int threads = 1, most_iterations = 40;
};

/// Fits again without each log in turn, or, of one log, without each quarter of it. Then flies what
/// was left out as `validate --errors` does, with the mean delay and bias of the logs of the fit.
/// `fit`: of all logs, by the first method.
HeldOut hold_out(FittedParameters& parameters, const CalmAir& air, const std::vector<FitLog>& logs,
                 const Fit& fit, const HeldOutOptions& options);

std::string held_out_text(const HeldOut& held_out, std::size_t width);
Json held_out_json(const HeldOut& held_out);

}  // namespace montecopter::identify
