#include "flights/identify/observer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/index.hpp"
#include "core/base/parallel.hpp"
#include "core/numerics/elementary.hpp"
#include "flights/identify/replay_errors.hpp"
#include "flights/identify/row_steps.hpp"

namespace montecopter::identify {
namespace {

/// Fewest rows to find six numbers of each axis.
constexpr std::size_t fewest_rows = 100;
/// Number of times that they are found, each time from the previous values.
constexpr int refinements = 3;
/// Shorter correlation times count as white [s]. The accelerations that best explain single rows
/// may be too short for a window, and longer ones may not last: each is tried.
constexpr std::array<double, 3> shortest_times_s = {0.01, 0.1, 0.5};

/// Steps of a log from each row to the next.
struct Steps {
  Defects defects;
  std::vector<Transition> transitions;
};

Steps steps_of(const RepeatedFlight& flown, const Track& track, int threads) {
  Steps steps{Defects(track.rows()), std::vector<Transition>(track.rows())};
  for_each_index(track.rows(), threads, [&](std::size_t k) {
    if (track.reach[k] <= k) return;
    steps.defects[k] = row_defect(flown, track.states, k);
    steps.transitions[k] = row_transition(flown, track.states, k);
  });
  return steps;
}

/// Rows up to a time.
Track part_until(const Track& track, double until_s) {
  Track part = track;
  const Index rows = count_up_to(track.time_s, until_s);
  part.time_s.resize(rows), part.states.resize(rows), part.reach.resize(rows);
  for (std::size_t& reach : part.reach) reach = std::min(reach, rows - 1);
  return part;
}

std::vector<Stretch> stretches_of(const Track& track) {
  std::vector<Stretch> stretches;
  for (std::size_t start = 0; start < track.rows(); start = track.reach[start] + 1) {
    if (track.reach[start] > start) stretches.push_back({start, track.reach[start]});
  }
  return stretches;
}

/// State of the filter at each row.
std::vector<Observation> run_filter(const Track& track, const Steps& steps,
                                    const Disturbances& disturbances) {
  std::vector<Observation> rows(track.rows());
  RowFilter filter(disturbances, track.has_position, 1);
  std::vector<double> column(error_size);
  for (std::size_t k = 0; k < track.rows(); ++k) {
    if (k == 0 || track.reach[k - 1] == k - 1) filter.begin();
    if (track.reach[k] <= k) continue;
    std::copy(steps.defects[k].begin(), steps.defects[k].end(), column.begin());
    filter.advance(steps.transitions[k], track.time_s[k + 1] - track.time_s[k], column);
    Observation& next = rows[k + 1];
    for (std::size_t c = 0; c < error_size; ++c) next.error[c] = filter.estimate(c);
    for (std::size_t a = 0; a < next.lasting.size(); ++a)
      next.lasting[a] = filter.estimate(error_size + a);
  }
  return rows;
}

/// Sum of logarithms of mean errors, over all quantities and horizons. None counts as less than
/// 1e-12; infinite if windows are lost.
double log_errors(const std::vector<HorizonErrors>& horizons, bool has_position) {
  double sum = 0;
  for (const HorizonErrors& horizon : horizons) {
    if (horizon.lost > 0) return std::numeric_limits<double>::infinity();
    for (std::size_t q = has_position ? 0 : 1; q < quantities.size() && horizon.windows > 0; ++q)
      sum += montecopter::log(std::fmax(horizon.errors[q].mean, 1e-12));
  }
  return sum;
}

}  // namespace

void ObservedMotion::accelerate(RepeatedFlight::State& state, double length_s,
                                std::array<double, 6>& lasting) const {
  StateError by = {};
  for (std::size_t k = 0; k < 3; ++k) {
    for (const std::size_t a : {k, 3 + k}) {
      const double time_s = disturbances.axes[a].time_s;
      const double kept = montecopter::exp(-length_s / time_s);
      const std::size_t place = 2 * (a - k) + k;  // index of position or attitude
      by[3 + place] = time_s * (1 - kept) * lasting[a];
      by[place] = 0.5 * length_s * by[3 + place];
      lasting[a] *= kept;
    }
  }
  displace(state, by);
}

std::optional<ObservedMotion> observe(const RepeatedFlight& flown, const Track& track,
                                      double until_s, const std::vector<double>& horizons_s,
                                      int threads, const std::string& log) {
  const Track known = part_until(track, until_s);
  if (known.rows() < fewest_rows)
    refuse(log, fmt::format("it has {} rows within --calibrate, and --observe needs {} "
                            "to tell disturbances from noise. Give --calibrate more seconds",
                            known.rows(), fewest_rows));
  const std::vector<HorizonErrors> recorded =
      replay_errors(flown, known, horizons_s, std::nullopt, threads);
  if (std::all_of(recorded.begin(), recorded.end(),
                  [](const HorizonErrors& horizon) { return horizon.windows == 0; }))
    refuse(log,
           "no window of the requested horizons fits into --calibrate, where --observe "
           "is judged. Give --calibrate more seconds, or a shorter --horizon");
  const Steps steps = steps_of(flown, track, threads);
  const auto errors_with = [&](const std::optional<ObservedMotion>& observed) {
    return log_errors(replay_errors(flown, known, horizons_s, observed, threads),
                      known.has_position);
  };
  std::optional<ObservedMotion> best;
  double least = log_errors(recorded, known.has_position);
  for (const double shortest_s : shortest_times_s) {
    std::optional<ObservedMotion> tried = ObservedMotion{};
    for (int i = 0; i < refinements; ++i)
      find_disturbances(known, stretches_of(known), steps.defects, shortest_s, threads,
                        tried->disturbances);
    tried->rows = run_filter(track, steps, tried->disturbances);
    const double sum = errors_with(tried);
    if (sum < least) least = sum, best = std::move(tried);
  }
  return best;
}

}  // namespace montecopter::identify
