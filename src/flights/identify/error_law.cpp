#include "flights/identify/error_law.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter::identify {
namespace {

/// Priors: errors grow with the activity to the power one, give or take a half. Flights of equal
/// activity differ by a factor exp(0.25); the prior has the weight of two logs.
constexpr double slope_mean = 1, slope_prior_sd = 0.5;
constexpr double between_prior = 0.25, between_prior_logs = 2;
/// Smallest trusted spread, SI units: rounding.
constexpr double least_spread = 1e-12;
/// Interval of the starts of predictions [s], and the shortest independent part of a flight [s].
constexpr double start_interval_s = 0.05, shortest_part_s = 1;
constexpr int slope_iterations = 20;

double log_spread(double square) {
  return montecopter::log(std::fmax(std::sqrt(square), least_spread));
}

/// Mean over three components of the logarithms of their spreads.
double log_spread(const SeenErrors::At& at, std::size_t quantity) {
  double sum = 0;
  for (std::size_t c = 3 * quantity; c < 3 * quantity + 3; ++c) sum += log_spread(at.squares[c]);
  return sum / 3;
}

/// Spread of the logarithm of the spread within flights: a normal number times exp(s n - s^2) has
/// E|x| / sqrt(E x^2) = sqrt(2 / pi) exp(-s^2 / 2).
double within_sd_of(const std::vector<SeenErrors>& seen, std::size_t h, std::size_t quantity) {
  constexpr double normal_ratio = 0.7978845608028654;  // sqrt(2 / pi)
  double sum = 0;
  for (const SeenErrors& log : seen) {
    for (std::size_t c = 3 * quantity; c < 3 * quantity + 3; ++c) {
      const double root = std::sqrt(log.at[h].squares[c]);
      if (!(root > least_spread)) continue;
      sum += std::fmax(0.0, -2 * montecopter::log(log.at[h].sizes[c] / root / normal_ratio));
    }
  }
  return std::sqrt(sum / static_cast<double>(3 * seen.size()));
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += x / static_cast<double>(values.size());
  return sum;
}

/// Regression of logarithms of spreads on logarithms of activities: the most likely slope and
/// scatter under their priors, in turn.
void regress(const std::vector<double>& activities, const std::vector<double>& spreads,
             std::size_t quantity, ErrorLawAt& law) {
  const double x_mean = mean_of(activities), y_mean = mean_of(spreads);
  const double n = static_cast<double>(spreads.size());
  double square = between_prior * between_prior;
  for (int k = 0; k < slope_iterations; ++k) {
    const double weight = 1 / (slope_prior_sd * slope_prior_sd);
    double precision = weight, sum = weight * slope_mean;
    for (std::size_t l = 0; l < spreads.size(); ++l) {
      const double x = activities[l] - x_mean;
      precision += x * x / square, sum += x * (spreads[l] - y_mean) / square;
    }
    law.slope[quantity] = sum / precision;
    law.slope_sd[quantity] = 1 / std::sqrt(precision);
    double squares = between_prior_logs * between_prior * between_prior;
    for (std::size_t l = 0; l < spreads.size(); ++l) {
      const double off = spreads[l] - y_mean - law.slope[quantity] * (activities[l] - x_mean);
      squares += off * off;
    }
    square = squares / (n - 1 + between_prior_logs);
  }
  law.between_sd[quantity] = std::sqrt(square);
}

/// Starts of predictions within rows.
std::vector<std::size_t> starts_within(const Track& track, std::size_t first, std::size_t last,
                                       std::size_t longest) {
  const double every_rows = std::floor(start_interval_s / track.period_s + 0.5);
  const auto every = static_cast<std::size_t>(std::fmax(1.0, every_rows));
  std::vector<std::size_t> starts;
  for (std::size_t row = first; row + longest <= last; row += every) {
    if (row + longest <= track.reach[row]) starts.push_back(row);
  }
  return starts;
}

/// Errors at the horizons of a prediction from a row.
std::vector<StateError> predict(const RepeatedFlight& flown, const Track& track, std::size_t start,
                                const std::array<double, 3>& bias,
                                const std::vector<Horizon>& horizons) {
  std::vector<StateError> out(horizons.size());
  RepeatedFlight::State state = flown.state_at(start);
  for (std::size_t k = 0; k < 3; ++k) state.x[10 + k] -= bias[k];
  std::size_t row = start;
  for (std::size_t h = 0; h < horizons.size(); ++h) {
    for (; row < start + horizons[h].rows; ++row) flown.advance(row, state);
    state_difference(state, track.states[row], bias, out[h].data());
  }
  return out;
}

bool all_finite(const std::vector<StateError>& errors) {
  return std::all_of(errors.begin(), errors.end(), [](const StateError& e) {
    return std::all_of(e.begin(), e.end(), [](double x) { return std::isfinite(x); });
  });
}

}  // namespace

std::vector<Horizon> law_horizons(const Track& track) {
  std::vector<Horizon> horizons;
  for (const double horizon_s : law_horizons_s)
    horizons.push_back(horizons_in_rows({horizon_s}, track.period_s).front());
  return horizons;
}

SeenErrors see_errors(const RepeatedFlight& flown, const Track& track, std::size_t first,
                      std::size_t last, const std::array<double, 3>& rate_bias_rad_s,
                      const std::vector<Horizon>& horizons, int threads) {
  const std::vector<std::size_t> starts = starts_within(track, first, last, horizons.back().rows);
  std::vector<std::vector<StateError>> errors(starts.size());
  for_each_index(starts.size(), threads, [&](std::size_t w) {
    errors[w] = predict(flown, track, starts[w], rate_bias_rad_s, horizons);
  });
  SeenErrors seen;
  seen.at.resize(horizons.size());
  std::erase_if(errors, [](const auto& window) { return !all_finite(window); });
  seen.windows = static_cast<double>(errors.size());
  seen.duration_s = seen.windows * std::fmax(start_interval_s, track.period_s);
  for (const std::vector<StateError>& window : errors) {
    for (std::size_t h = 0; h < horizons.size(); ++h) {
      for (std::size_t c = 0; c < error_size; ++c) {
        seen.at[h].squares[c] += window[h][c] * window[h][c] / seen.windows;
        seen.at[h].sizes[c] += std::fabs(window[h][c]) / seen.windows;
      }
    }
  }
  return seen;
}

double activity_of(const Track& track) {
  double sum = 0;
  for (const BodyState& state : track.states) {
    for (std::size_t k = 10; k < 13; ++k) sum += state[k] * state[k];
  }
  return std::sqrt(sum / static_cast<double>(track.rows()));
}

ErrorLaw law_of(const std::vector<SeenErrors>& seen, const std::vector<double>& activities_rad_s) {
  std::vector<double> activities;
  for (const double x : activities_rad_s) activities.push_back(log_spread(x * x));
  ErrorLaw law{.logs = seen.size(),
               .activity_rad_s = montecopter::exp(mean_of(activities)),
               .at = std::vector<ErrorLawAt>(law_horizons_s.size())};
  for (std::size_t h = 0; h < law.at.size(); ++h) {
    ErrorLawAt& at = law.at[h];
    at.horizon_s = law_horizons_s[h];
    if (seen.empty()) continue;
    for (std::size_t c = 0; c < error_size; ++c) {
      std::vector<double> logs;
      for (const SeenErrors& log : seen) logs.push_back(log_spread(log.at[h].squares[c]));
      at.scale[c] = montecopter::exp(mean_of(logs));
    }
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      std::vector<double> spreads;
      for (const SeenErrors& log : seen) spreads.push_back(log_spread(log.at[h], q));
      at.within_sd[q] = within_sd_of(seen, h, q);
      if (seen.size() > 1) regress(activities, spreads, q, at);
    }
  }
  return law;
}

ErrorLawAt law_at(const ErrorLaw& law, double horizon_s) {
  std::size_t above = 1;
  while (above + 1 < law.at.size() && law.at[above].horizon_s < horizon_s) ++above;
  const ErrorLawAt &a = law.at[above - 1], &b = law.at[above];
  const double share =
      montecopter::log(horizon_s / a.horizon_s) / montecopter::log(b.horizon_s / a.horizon_s);
  ErrorLawAt out = share < 0.5 ? a : b;
  out.horizon_s = horizon_s;
  for (std::size_t c = 0; c < error_size; ++c) {
    const double low = std::fmax(a.scale[c], least_spread),
                 high = std::fmax(b.scale[c], least_spread);
    out.scale[c] = low * montecopter::exp(share * montecopter::log(high / low));
  }
  return out;
}

FlightScale predicted_scale(const ErrorLaw& law, const ErrorLawAt& at, std::size_t quantity,
                            double activity_rad_s) {
  if (law.logs < 2) return {};
  const double n = static_cast<double>(law.logs);
  const double x = montecopter::log(std::fmax(activity_rad_s, least_spread) /
                                    std::fmax(law.activity_rad_s, least_spread));
  const double own = at.between_sd[quantity], by_slope = at.slope_sd[quantity] * x;
  return {at.slope[quantity] * x, std::sqrt(own * own * (1 + 1 / n) + by_slope * by_slope),
          n - 1 + between_prior_logs};
}

/// The logarithm of a spread seen in n independent parts has the variance (kurtosis - 1) / (4 n).
FlightScale seen_scale(const FlightScale& predicted, const ErrorLawAt& law, std::size_t quantity,
                       const SeenErrors& seen, std::size_t at) {
  const double parts = seen.duration_s / std::fmax(shortest_part_s, 2 * law.horizon_s);
  if (!(predicted.sd > 0) || !(parts >= 1)) return predicted;
  double expected = 0;
  for (std::size_t c = 3 * quantity; c < 3 * quantity + 3; ++c)
    expected += log_spread(law.scale[c] * law.scale[c]) / 3;
  const double rough = law.within_sd[quantity];
  const double kurtosis = 3 * montecopter::exp(4 * rough * rough);
  const double seen_precision = 4 * parts / (kurtosis - 1);
  const double known = 1 / (predicted.sd * predicted.sd), all = known + seen_precision;
  const double found = log_spread(seen.at[at], quantity) - expected;
  return {(known * predicted.mean + seen_precision * found) / all, 1 / std::sqrt(all),
          predicted.freedom + parts};
}

}  // namespace montecopter::identify
