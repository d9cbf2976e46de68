#include "flights/identify/held_out.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flights/identify/error_file.hpp"

namespace montecopter::identify {
namespace {

/// Parts of a single log that are left out in turn.
constexpr std::size_t log_parts = 4;
/// Fewer windows make no parts: each part has two, and its neighbours keep some.
constexpr std::size_t fewest_windows = 8;

/// Rows of a log that are left out, both included.
struct LeftOut {
  std::size_t log = 0, first = 0, last = 0;
};

/// Sums of errors over windows, by horizon.
struct ErrorSums {
  std::vector<HorizonErrors> horizons;
  std::size_t lost = 0;

  void add(const std::vector<HorizonErrors>& errors) {
    for (const HorizonErrors& more : errors) {
      const double count = static_cast<double>(more.windows - more.lost);
      lost += more.lost;
      if (!(count > 0)) continue;
      HorizonErrors& sum = of(more);
      sum.windows += more.windows - more.lost;
      for (std::size_t q = 0; q < quantities.size(); ++q) {
        sum.errors[q].mean += count * more.errors[q].mean;
        sum.errors[q].unchanged_mean += count * more.errors[q].unchanged_mean;
      }
    }
  }

 private:
  HorizonErrors& of(const HorizonErrors& like) {
    for (HorizonErrors& sum : horizons) {
      if (sum.asked_s == like.asked_s) return sum;
    }
    horizons.push_back({.horizon_s = like.horizon_s, .asked_s = like.asked_s});
    return horizons.back();
  }
};

/// Errors of a fitted vehicle that is flown from each row of a part, within the part, with the mean
/// errors of the logs of its fit: as `validate --errors` does.
std::vector<HorizonErrors> errors_within(FittedParameters& parameters, const CalmAir& air,
                                         const std::vector<FitLog>& fitted, const Fit& fit,
                                         const FitLog& log, const LeftOut& part, int threads) {
  Multirotor vehicle = *parameters.vehicle(fit.values);
  LogErrors mean = fitted.size() > 1 ? spread_of(effects_of_logs(vehicle, air, fitted, fit)).mean
                                     : mean_log_errors(fit);
  carry_common_moment(parameters, air, fit.logs.size(), mean, vehicle);
  Track track = log.track;
  for (BodyState& state : track.states) {
    for (std::size_t axis = 0; axis < 3; ++axis) state[10 + axis] -= mean.rate_bias_rad_s[axis];
  }
  const DriveSchedule steps = mean_schedule(log.drive, track, mean.delay_s);
  RepeatedFlight flown(vehicle, air, log.drive, track, steps);
  apply_effects(mean, flown);
  Track within = track;
  for (std::size_t k = 0; k < track.rows(); ++k) {
    const bool is_inside = k >= part.first && k <= part.last;
    within.reach[k] = is_inside ? std::min(track.reach[k], part.last) : k;
  }
  return replay_errors(flown, within, {prediction_horizons_s.begin(), prediction_horizons_s.end()},
                       std::nullopt, threads);
}

LeftOut whole(const std::vector<FitLog>& logs, std::size_t log) {
  const std::vector<FitWindow>& windows = logs[log].windows;
  return {log, windows.front().first, logs[log].track.rows() - 1};
}

std::vector<LeftOut> parts_of(const std::vector<FitLog>& logs,
                              const std::optional<std::size_t>& only) {
  std::vector<LeftOut> parts;
  if (logs.size() > 1) {
    for (std::size_t l = 0; l < logs.size(); ++l) {
      if (!only || *only == l) parts.push_back(whole(logs, l));
    }
    return parts;
  }
  const std::vector<FitWindow>& windows = logs.front().windows;
  if (windows.size() < fewest_windows) return {};
  for (std::size_t k = 0; k < log_parts; ++k) {
    const std::size_t first = k * windows.size() / log_parts;
    const std::size_t last = (k + 1) * windows.size() / log_parts - 1;
    parts.push_back({0, windows[first].first, windows[last].last});
  }
  return parts;
}

/// The logs without a part. The window before the part is left out as well: predictions from it
/// end in the part.
std::vector<FitLog> without(const std::vector<FitLog>& logs, const LeftOut& part) {
  std::vector<FitLog> rest = logs;
  const auto at = rest.begin() + static_cast<std::ptrdiff_t>(part.log);
  if (logs.size() > 1) {
    rest.erase(at);
    return rest;
  }
  const double from_s = at->track.time_s[part.first] - prediction_horizons_s.back();
  const double to_s = at->track.time_s[part.last];
  std::erase_if(at->windows, [&](const FitWindow& w) {
    return at->track.time_s[w.last] > from_s && at->track.time_s[w.first] < to_s;
  });
  return rest;
}

/// The fit of the logs without a part. It starts at the fit of all logs.
Fit fit_without(FittedParameters& parameters, const CalmAir& air, const std::vector<FitLog>& rest,
                const Fit& all, const LeftOut& part, const HeldOutOptions& options) {
  FitOptions again{.method = all.method,
                   .threads = options.threads,
                   .most_iterations = options.most_iterations,
                   .start = all.values,
                   .log_starts = {}};
  for (std::size_t l = 0; l < all.logs.size(); ++l) {
    if (all.logs.size() == 1 || l != part.log) again.log_starts.push_back(all.logs[l].errors);
  }
  return fit(parameters, air, rest, again);
}

MethodErrors method_errors(FittedParameters& parameters, const CalmAir& air,
                           const std::vector<FitLog>& logs, const Fit& all,
                           const std::vector<LeftOut>& parts, const HeldOutOptions& options) {
  MethodErrors out{.method = all.method, .horizons = {}, .has_converged = all.has_converged};
  ErrorSums own, held_out;
  for (const LeftOut& part : parts) {
    const std::vector<FitLog> rest = without(logs, part);
    const Fit found = fit_without(parameters, air, rest, all, part, options);
    out.has_converged = out.has_converged && found.has_converged;
    const FitLog& log = logs[part.log];
    held_out.add(errors_within(parameters, air, rest, found, log, part, options.threads));
    own.add(errors_within(parameters, air, logs, all, log, part, options.threads));
  }
  out.lost = held_out.lost;
  for (std::size_t h = 0; h < held_out.horizons.size(); ++h) {
    const HorizonErrors& sum = held_out.horizons[h];
    PredictionErrors errors{.horizon_s = sum.asked_s};
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const auto count = static_cast<double>(sum.windows);
      errors.held_out[q] = sum.errors[q].mean / count;
      errors.unchanged[q] = sum.errors[q].unchanged_mean / count;
      if (h < own.horizons.size())
        errors.own[q] =
            own.horizons[h].errors[q].mean / static_cast<double>(own.horizons[h].windows);
    }
    const bool has_position = std::all_of(logs.begin(), logs.end(),
                                          [](const FitLog& log) { return log.track.has_position; });
    if (!has_position) errors.unchanged[0] = errors.own[0] = errors.held_out[0] = NAN;
    out.horizons.push_back(errors);
  }
  return out;
}

}  // namespace

double held_out_ratio(const MethodErrors& errors, std::size_t quantity) {
  double sum = 0;
  for (const PredictionErrors& horizon : errors.horizons)
    sum += horizon.held_out[quantity] / horizon.unchanged[quantity];
  return sum / static_cast<double>(errors.horizons.size());
}

double held_out_ratio(const MethodErrors& errors) {
  double sum = 0, count = 0;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const double ratio = held_out_ratio(errors, q);
    if (!std::isnan(ratio)) sum += ratio, ++count;
  }
  return sum / count;
}

bool is_useful(const MethodErrors& errors) {
  if (errors.lost > 0 || errors.horizons.empty()) return false;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    if (held_out_ratio(errors, q) >= 1) return false;
  }
  return true;
}

std::optional<FitMethod> recommended(const HeldOut& held_out) {
  std::optional<FitMethod> best;
  double least = std::numeric_limits<double>::infinity();
  for (const MethodErrors& errors : held_out.methods) {
    const double ratio = held_out_ratio(errors);
    if (is_useful(errors) && ratio < least) least = ratio, best = errors.method;
  }
  return best;
}

HeldOut hold_out(FittedParameters& parameters, const CalmAir& air, const std::vector<FitLog>& logs,
                 const Fit& fit, const HeldOutOptions& options) {
  HeldOut out;
  std::vector<FitLog> cut = logs;
  for (FitLog& log : cut) set_windows(log, fit_window_s(FitMethod::prediction, options.window_s));
  const std::vector<LeftOut> parts = parts_of(cut, options.log);
  if (parts.empty()) return out;
  out.left_out = logs.size() == 1 ? "each quarter of the log in turn"
                 : options.log    ? logs[*options.log].path
                                  : "each log in turn";
  for (const FitMethod method : options.methods) {
    for (FitLog& log : cut) set_windows(log, fit_window_s(method, options.window_s));
    const Fit all = method == fit.method
                        ? fit
                        : identify::fit(parameters, air, cut,
                                        {.method = method,
                                         .threads = options.threads,
                                         .most_iterations = options.most_iterations,
                                         .start = {},
                                         .log_starts = {}});
    out.methods.push_back(method_errors(parameters, air, cut, all, parts, options));
  }
  return out;
}

}  // namespace montecopter::identify
