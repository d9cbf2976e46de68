#include "core/logs/turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/logs/integral.hpp"
#include "core/numerics/median.hpp"
#include "core/numerics/quaternion_exp.hpp"

namespace montecopter::logs {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
using Vector = std::array<double, 3>;

double length(const Vector& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// The shorter way from one attitude to the other, in body axes.
Vector turn_between(const double* from, const double* to) {
  const Quat<double> q_WA = {from[0], from[1], from[2], from[3]},
                     q_WB = {to[0], to[1], to[2], to[3]};
  const Vec3<double> turn = rotation_vector(product(conjugate(q_WA), q_WB));
  return {turn.x, turn.y, turn.z};
}

double median_of(std::vector<double> values) { return upper_median(values); }

// --- turns of the attitude beside the rates ------------------------------------------------------

/// Turns below it over a window are those of a vehicle that rests [rad].
constexpr double least_turn_rad = 0.01;
/// A turn counts that is so many times the noise of the attitude and what the sampling of rates
/// leaves open.
constexpr double surely = 4;
/// Turns about one axis in which those about others are more than so many times as large say
/// little: small angles add up as vectors only in the first order.
constexpr double most_crossed = 4;
/// Right logs miss a few percent; another order, unit or frame misses all of it, or more.
constexpr double most_missed = 0.3, surely_missed = 0.6;
/// Filters and radio links delay attitudes by up to that.
constexpr double most_lag_s = 0.25, lag_step_s = 0.01;
constexpr std::size_t fewest_windows = 15, most_windows = 2000;

struct Window {
  double from_s, to_s;
  Vector turned;  ///< by the attitude
};

/// The attitude of a log, cut into windows that no gap interrupts.
struct Windows {
  std::vector<Window> all;
  double length_s = 0, noise_rad = 0;
};

bool is_whole(const double* q) {
  return std::all_of(q, q + 4, [](double x) { return std::isfinite(x); });
}

std::vector<Window> windows_of(const RecordedSignal& attitude, double length_s, double longest_s) {
  std::vector<Window> windows;
  const std::vector<double>& times = attitude.time_s;
  std::size_t from = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] - times[i - 1] > longest_s) {
      from = i;
    } else if (times[i] - times[from] >= length_s - 1e-6) {
      const double *a = &attitude.values[4 * from], *b = &attitude.values[4 * i];
      if (is_whole(a) && is_whole(b))
        windows.push_back({times[from], times[i], turn_between(a, b)});
      from = i;
    }
  }
  return windows;
}

/// Noise of a difference of two, from second differences of white noise: sqrt(2 / 6).
double noise_of(const RecordedSignal& attitude) {
  std::vector<double> changes;
  const std::size_t rows = attitude.time_s.size();
  const std::size_t step = std::max<std::size_t>(1, rows / 20000);
  for (std::size_t i = 1; i + 1 < rows; i += step) {
    const double* q = &attitude.values[4 * (i - 1)];
    if (!is_whole(q) || !is_whole(q + 4) || !is_whole(q + 8)) continue;
    const Vector a = turn_between(q, q + 4), b = turn_between(q + 4, q + 8);
    changes.push_back(length({b[0] - a[0], b[1] - a[1], b[2] - a[2]}));
  }
  return changes.empty() ? 0 : median_of(std::move(changes)) * std::sqrt(2.0 / 6);
}

/// Windows of 0.1 s, of two intervals of both signals at least; shorter ones where the attitude
/// turns so fast that turns no longer add up.
Windows cut(const RecordedSignal& attitude, const RecordedSignal& rate) {
  constexpr double usual_s = 0.1, longest_window_s = 1, most_turn_rad = 0.7;
  Windows out;
  if (attitude.time_s.size() < 3 || rate.time_s.size() < 3) return out;
  const double own_s = median_interval(attitude.time_s), other_s = median_interval(rate.time_s);
  const double least_s = 2 * std::max(own_s, other_s);
  for (double length_s = std::max(usual_s, least_s);; length_s /= 2) {
    if (length_s > longest_window_s) return out;
    out.length_s = length_s;
    out.all = windows_of(attitude, length_s, gap_intervals * own_s);
    if (out.all.size() < fewest_windows || length_s / 2 < least_s) break;
    std::vector<double> turned;
    for (const Window& window : out.all) turned.push_back(length(window.turned));
    if (at_rank(turned, turned.size() * 95 / 100) <= most_turn_rad) break;
  }
  if (out.all.size() > most_windows) {
    std::vector<Window> some;
    for (std::size_t k = 0; k < most_windows; ++k)
      some.push_back(out.all[k * out.all.size() / most_windows]);
    out.all = std::move(some);
  }
  out.noise_rad = noise_of(attitude);
  return out;
}

/// A window by both signals.
struct Pair {
  Vector attitude, rate;
  double open;  ///< what the sampling of the rates leaves open
};

/// Missed part of the turn about an axis; NaN if it turns too little to tell.
double missed_about(std::size_t axis, const std::vector<Pair>& pairs, double noise_rad) {
  std::vector<std::pair<double, const Pair*>> by_turn;
  for (const Pair& pair : pairs) by_turn.emplace_back(std::fabs(pair.rate[axis]), &pair);
  const std::size_t count = std::min(pairs.size(), std::max(fewest_windows, pairs.size() / 5));
  std::nth_element(by_turn.data(), by_turn.data() + count - 1, by_turn.data() + by_turn.size(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<double> missed, turned, apart, crossed, open;
  for (std::size_t k = 0; k < count; ++k) {
    const Pair& pair = *by_turn[k].second;
    const double most = std::max(std::fabs(pair.attitude[axis]), std::fabs(pair.rate[axis]));
    turned.push_back(most);
    apart.push_back(std::fabs(pair.attitude[axis] - pair.rate[axis]));
    missed.push_back(most > 0 ? apart.back() / most : 0);
    crossed.push_back(std::max(length(pair.attitude), length(pair.rate)));
    open.push_back(pair.open);
  }
  const double turn = median_of(std::move(turned));
  // What agrees all the same is not hidden by noise.
  const double hidden =
      std::min(median_of(std::move(apart)), std::max(noise_rad, median_of(std::move(open))));
  const double least = std::max(least_turn_rad, surely * hidden);
  if (turn < least || median_of(std::move(crossed)) > most_crossed * turn) return not_a_number;
  return median_of(std::move(missed));
}

/// Mean of the missed parts about the axes that tell; infinite if there are none.
double mean_missed(const Vector& missed) {
  double sum = 0, count = 0;
  for (const double x : missed) {
    if (!std::isnan(x)) sum += x, ++count;
  }
  return count > 0 ? sum / count : std::numeric_limits<double>::infinity();
}

double worst_missed(const Vector& missed) {
  double worst = 0;
  for (const double x : missed) worst = std::fmax(worst, x);
  return worst;
}

Vector missed_at(double lag_s, const Windows& windows, const Integral& rate, const Integral& half,
                 double& pairs_found) {
  std::vector<Pair> pairs;
  for (const Window& window : windows.all) {
    Pair pair{window.turned, {}, 0};
    Vector coarse;
    const double from_s = window.from_s - lag_s, to_s = window.to_s - lag_s;
    if (!rate.between(from_s, to_s, pair.rate) || !half.between(from_s, to_s, coarse)) continue;
    pair.open =
        length({coarse[0] - pair.rate[0], coarse[1] - pair.rate[1], coarse[2] - pair.rate[2]});
    pairs.push_back(pair);
  }
  pairs_found = static_cast<double>(pairs.size());
  Vector missed{not_a_number, not_a_number, not_a_number};
  if (pairs.size() < fewest_windows) return missed;
  for (std::size_t axis = 0; axis < 3; ++axis)
    missed[axis] = missed_about(axis, pairs, windows.noise_rad);
  return missed;
}

std::string axes_text(const Vector& missed, bool contradict) {
  std::vector<std::string> axes;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!std::isnan(missed[k]) && (!contradict || missed[k] > most_missed))
      axes.push_back(std::string(1, "xyz"[k]));
  }
  return join(axes, " and ");
}

// --- jumps ---------------------------------------------------------------------------------------

/// A state whose change between two rows is known from another signal.
struct TrackedState {
  const char *state, *by, *unit;
  double least;  ///< smaller jumps are not looked for
};

/// Difference between the state and its integral from one row to the next one; NaN if it is not
/// known.
struct Step {
  double missed = not_a_number, open = 0;
};

std::vector<Step> steps_of(const RecordedSignal& state, const Integral& change, double lag_s) {
  const bool is_attitude = state.width() == 4;
  const double longest_s = gap_intervals * median_interval(state.time_s);
  std::vector<Step> steps(state.time_s.size());
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const double from_s = state.time_s[i - 1], to_s = state.time_s[i];
    const double *a = &state.values[state.width() * (i - 1)], *b = a + state.width();
    Vector expected;
    if (to_s - from_s > longest_s || !change.between(from_s - lag_s, to_s - lag_s, expected))
      continue;
    const Vector moved =
        is_attitude ? turn_between(a, b) : Vector{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double about_s = to_s - from_s;
    steps[i].missed =
        length({moved[0] - expected[0], moved[1] - expected[1], moved[2] - expected[2]});
    // A row of the other signal that is off by an interval explains so much.
    steps[i].open = about_s * change.spread(from_s - lag_s - about_s, to_s - lag_s + about_s);
  }
  return steps;
}

/// Rows at which the state jumps.
std::vector<std::size_t> jumps_of(const std::vector<Step>& steps, double least) {
  constexpr double many = 10;  // times the usual
  constexpr std::size_t fewest = 20;
  std::vector<double> known;
  for (const Step& step : steps) {
    if (std::isfinite(step.missed)) known.push_back(step.missed);
  }
  if (known.size() < fewest) return {};
  const double bound = std::max(least, many * median_of(known));
  std::vector<std::size_t> jumps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].missed > bound + 2 * steps[i].open) jumps.push_back(i);
  }
  return jumps;
}

/// Distance of two rows of the state.
double apart(const RecordedSignal& state, std::size_t from, std::size_t to) {
  const double *a = &state.values[state.width() * from], *b = &state.values[state.width() * to];
  return length(state.width() == 4 ? turn_between(a, b)
                                   : Vector{b[0] - a[0], b[1] - a[1], b[2] - a[2]});
}

/// Leaves out up to three rows between a jump and the next one that comes back; what is left are
/// resets.
void exclude_jumps(RecordedFlight& flight, RecordedSignal& state, const std::vector<Step>& steps,
                   const std::vector<std::size_t>& jumps, const TrackedState& followed) {
  constexpr std::size_t most_rows = 3;
  std::vector<bool> is_out(state.time_s.size(), false);
  std::vector<Reset> resets;
  std::size_t out = 0;
  for (std::size_t k = 0; k < jumps.size(); ++k) {
    const std::size_t at = jumps[k];
    const double size = steps[at].missed;
    const bool is_followed = k + 1 < jumps.size() && jumps[k + 1] - at <= most_rows;
    if (is_followed && apart(state, at - 1, jumps[k + 1]) < 0.5 * size) {
      for (std::size_t i = at; i < jumps[k + 1]; ++i) is_out[i] = true, ++out;
      ++k;
    } else {
      resets.push_back({state.time_s[at], size});
    }
  }
  if (out > 0) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < is_out.size(); ++i) {
      if (!is_out[i]) kept.push_back(i);
    }
    keep_rows(state, kept);
    flight.remarks.push_back(fmt::format("{}: {} of {} left out: {} contradicts them", state.name,
                                         out, counted(is_out.size(), "row"), followed.by));
  }
  if (resets.empty()) return;
  const auto largest = std::max_element(
      resets.begin(), resets.end(), [](const Reset& a, const Reset& b) { return a.size < b.size; });
  flight.remarks.push_back(
      fmt::format("{}: {} that {} contradicts, the largest by {:.3g} {} at {:.3f} s (estimator "
                  "resets); no flight segment spans {}",
                  state.name, counted(resets.size(), "jump"), followed.by, largest->size,
                  followed.unit, largest->time_s, resets.size() == 1 ? "it" : "them"));
  for (const Reset& reset : resets) state.jumps_s.push_back(reset.time_s);
  std::sort(state.jumps_s.begin(), state.jumps_s.end());
  state.resets = std::move(resets);
}

RecordedSignal* find(RecordedFlight& flight, const std::string& name) {
  for (RecordedSignal& signal : flight.signals) {
    if (signal.name == name && signal.time_s.size() > 1) return &signal;
  }
  return nullptr;
}

void exclude(RecordedFlight& flight, const RecordedSignal& by, double lag_s,
             const TrackedState& followed) {
  RecordedSignal* state = find(flight, followed.state);
  if (state == nullptr || by.time_s.size() < 2) return;
  const std::vector<Step> steps = steps_of(*state, Integral(by), lag_s);
  const std::vector<std::size_t> jumps = jumps_of(steps, followed.least);
  if (!jumps.empty()) exclude_jumps(flight, *state, steps, jumps, followed);
}

}  // namespace

Turns compare_turns(const RecordedSignal& attitude, const RecordedSignal& rate) {
  Turns turns;
  turns.missed = {not_a_number, not_a_number, not_a_number};
  const Windows windows = cut(attitude, rate);
  turns.window_s = windows.length_s;
  if (windows.all.size() < fewest_windows) return turns;
  const Integral whole(rate), half(rate, 2);
  double best = std::numeric_limits<double>::infinity(), found = 0, most_found = 0;
  // No lag first, and another one only if it is better by more than rounding.
  const int steps = static_cast<int>(std::lround(most_lag_s / lag_step_s));
  for (int k = 0; k <= 2 * steps; ++k) {
    const double lag_s = ((k + 1) / 2) * (k % 2 == 0 ? lag_step_s : -lag_step_s);
    const Vector missed = missed_at(lag_s, windows, whole, half, found);
    most_found = std::max(most_found, found);
    if (found < 0.8 * most_found) continue;  // windows at the ends are none
    const double mean = mean_missed(missed);
    if (!(mean < best - 1e-3)) continue;
    best = mean, turns.missed = missed, turns.lag_s = lag_s;
  }
  if (!std::isfinite(best)) return turns;
  const double worst = worst_missed(turns.missed);
  if (worst <= most_missed) turns.verdict = Turns::Verdict::agree;
  if (worst > surely_missed) turns.verdict = Turns::Verdict::contradict;
  return turns;
}

const RecordedSignal* turning_rate(const RecordedFlight& flight) {
  const RecordedSignal* rate = flight.find("body_rate");
  return rate != nullptr ? rate : flight.find("imu.gyroscope");
}

std::string contradiction_of(const Turns& turns, const std::string& rate) {
  return fmt::format("attitude contradicts {}: it misses {:.0f} % of the turn about {}", rate,
                     100 * worst_missed(turns.missed), axes_text(turns.missed, true));
}

void check_turns(RecordedFlight& flight) {
  const RecordedSignal *attitude = flight.find("attitude"), *rate = turning_rate(flight);
  if (attitude == nullptr || rate == nullptr) return;
  flight.turns = compare_turns(*attitude, *rate);
  if (flight.turns->verdict == Turns::Verdict::contradict)
    flight.contradictions.push_back({contradiction_of(*flight.turns, rate->name), {}});
}

void exclude_resets(RecordedFlight& flight) {
  const RecordedSignal *rate = turning_rate(flight), *velocity = flight.find("velocity");
  const bool is_wrong = flight.turns && flight.turns->verdict == Turns::Verdict::contradict;
  if (rate != nullptr && !is_wrong)
    exclude(flight, *rate, flight.turns ? flight.turns->lag_s : 0,
            {"attitude", rate->name.c_str(), "rad", 0.05});
  if (velocity != nullptr) exclude(flight, *velocity, 0, {"position", "velocity", "m", 0.1});
}

}  // namespace montecopter::logs
