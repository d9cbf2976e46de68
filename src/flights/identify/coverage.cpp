#include "flights/identify/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "dynamics/random/draws.hpp"

namespace montecopter::identify {
namespace {

constexpr std::size_t most_windows = 300;
constexpr double confidence = 0.95, least_block_s = 1;
constexpr std::uint64_t start_stream = stream_hash("judge.start"),
                        end_stream = stream_hash("judge.end"),
                        drift_stream = stream_hash("judge.drift"),
                        white_stream = stream_hash("judge.white");

/// Random errors of one flight.
class DrawnErrors {
 public:
  DrawnErrors(const ErrorFile& errors, std::uint64_t seed, std::size_t draw, std::size_t window)
      : errors_(errors), draws_{seed, draw}, window_(window) {}

  /// Drawn errors of a recorded state.
  StateError state(std::uint64_t stream, std::size_t tick) const {
    StateError out;
    for (std::size_t k = 0; k < 3; ++k) {
      out[k] = errors_.model.position_noise_m * normal(stream, tick, k);
      out[3 + k] = errors_.model.velocity[k].noise * normal(stream, tick, 3 + k);
      out[6 + k] = errors_.model.attitude_noise_rad * normal(stream, tick, 6 + k);
      out[9 + k] = errors_.model.body_rate[k].noise * normal(stream, tick, 9 + k);
    }
    return out;
  }

  /// Moves a state by the accelerations that act in a step that ends at a row.
  void accelerate(RepeatedFlight::State& state, double step_s, std::size_t row) const {
    for (std::size_t k = 0; k < 3; ++k) {
      state.x[3 + k] += change(errors_.model.velocity[k], k, step_s, row);
      state.x[10 + k] += change(errors_.model.body_rate[k], 3 + k, step_s, row);
    }
  }

 private:
  double normal(std::uint64_t stream, std::size_t tick, std::size_t block) const {
    // The window is a part of the tick: a log has fewer than 2^32 rows.
    return draws_.normal(stream, (std::uint64_t{window_} << 32) + tick, block);
  }
  double change(const UnexplainedMotion& of, std::size_t block, double step_s,
                std::size_t row) const {
    double by = 0;
    if (of.drift > 0) by += of.drift * step_s * normal(drift_stream, 0, block);
    if (of.density > 0) by += std::sqrt(of.density * step_s) * normal(white_stream, row, block);
    return by;
  }

  const ErrorFile& errors_;
  Draws<double> draws_;
  std::size_t window_;
};

/// Number of draws below the record, for each window, horizon and component.
using Ranks = std::vector<std::vector<std::array<int, error_size>>>;

std::vector<std::size_t> starts_of(const Track& track, std::size_t first, std::size_t rows) {
  std::vector<std::size_t> all;
  for (std::size_t k = first; k < track.rows(); ++k) {
    if (k + rows <= track.reach[k]) all.push_back(k);
  }
  const std::size_t every = std::max<std::size_t>(1, all.size() / most_windows);
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < all.size(); i += every) starts.push_back(all[i]);
  return starts;
}

struct Band {
  double inside = 0, count = 0;
};

/// Whether a record lies in the middle of the draws: of 200 places, as many as the fraction says.
bool is_inside(int below, double fraction) {
  const double places = static_cast<double>(band_draws) + 1;
  const double left_out = std::floor(0.5 * (1 - fraction) * places + 0.5);
  return below >= left_out && below < places - left_out;
}

/// Interval of a fraction that is found in blocks: Clopper and Pearson's interval of as many
/// independent records as have the variance of the blocks (E. Korn, B. Graubard, Survey Methodology
/// 24 (1998), 193). If all records are inside, the blocks show no variance; the number of records
/// is then the one of the narrower band, `records`, which is set for the next band.
BandFraction fraction_of(const std::vector<Band>& blocks, double& records) {
  Band all;
  for (const Band& block : blocks) all.inside += block.inside, all.count += block.count;
  BandFraction out{.fraction = all.inside / all.count, .interval = {}};
  double squares = 0;
  for (const Band& block : blocks) {
    const double off = block.inside - out.fraction * block.count;
    squares += off * off;
  }
  const double n = static_cast<double>(blocks.size());
  const double variance = squares * n / std::fmax(1.0, n - 1) / (all.count * all.count);
  const double spread = out.fraction * (1 - out.fraction);
  if (variance > 0 && spread > 0) records = spread / variance;
  records = std::fmax(1.0, std::fmin(records, all.count));
  const double whole = std::floor(records);
  const auto inside = static_cast<std::size_t>(std::floor(out.fraction * whole + 0.5));
  out.interval = statistics::clopper_pearson(inside, static_cast<std::size_t>(whole), confidence);
  return out;
}

}  // namespace

std::string_view Coverage::verdict() const {
  if (inside[1].interval.high < bands[1]) return "too narrow";
  if (inside[1].interval.low > bands[1]) return "too wide";
  return "right";
}

std::vector<Multirotor> draw_vehicles(FittedParameters& parameters, const InputDraw& draw) {
  std::vector<Multirotor> vehicles;
  // Draws that make no valid vehicle (an impossible inertia) are left out, like samples.
  for (std::uint64_t k = 0; vehicles.size() < band_draws && k < most_draws; ++k) {
    std::vector<double> draws = parameters.means();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      draws[i] = draw(parameters[i].path, k).value_or(draws[i]);
    }
    if (const auto vehicle = parameters.vehicle(draws)) vehicles.push_back(*vehicle);
  }
  return vehicles;
}

std::vector<Coverage> cover(const std::vector<Multirotor>& vehicles, const CalmAir& air,
                            const FitLog& log, const ErrorFile& errors,
                            const std::vector<double>& horizons_s, std::uint64_t seed,
                            int threads) {
  const Track& track = log.track;
  const std::vector<Horizon> horizons = horizons_in_rows(horizons_s, track.period_s);
  const DriveSchedule schedule = mean_schedule(log.drive, track, errors.log.delay_s);
  std::vector<std::unique_ptr<RepeatedFlight>> flown(vehicles.size());
  for_each_index(vehicles.size(), threads, [&](std::size_t k) {
    flown[k] = std::make_unique<RepeatedFlight>(vehicles[k], air, log.drive, track, schedule);
    flown[k]->turn_by(errors.log.angular_acceleration_rad_s2);
  });
  const std::vector<std::size_t> starts =
      log.windows.empty() ? std::vector<std::size_t>{}
                          : starts_of(track, log.windows.front().first, horizons.back().rows);
  Ranks ranks(starts.size(), std::vector<std::array<int, error_size>>(horizons.size()));
  const std::array<double, 3>& bias = errors.log.rate_bias_rad_s;
  for_each_index(starts.size(), threads, [&](std::size_t w) {
    for (auto& at : ranks[w]) at.fill(0);
    for (std::size_t k = 0; k < flown.size(); ++k) {
      const DrawnErrors drawn(errors, seed, k, w);
      RepeatedFlight::State state = flown[k]->state_at(starts[w]);
      StateError start = drawn.state(start_stream, 0);
      for (std::size_t c = 0; c < 3; ++c) start[9 + c] -= bias[c];
      displace(state, start);
      std::size_t row = starts[w];
      for (std::size_t h = 0; h < horizons.size(); ++h) {
        for (; row < starts[w] + horizons[h].rows; ++row) {
          flown[k]->advance(row, state);
          drawn.accelerate(state, track.time_s[row + 1] - track.time_s[row], row);
        }
        StateError apart;
        state_difference(state, track.states[row], bias, apart.data());
        const StateError noise = drawn.state(end_stream, row);
        for (std::size_t c = 0; c < error_size; ++c) {
          if (apart[c] + noise[c] < 0) ++ranks[w][h][c];
        }
      }
    }
  });
  std::vector<Coverage> out;
  for (std::size_t q = track.has_position ? 0 : 1; q < quantities.size() && !starts.empty(); ++q) {
    for (std::size_t h = 0; h < horizons.size(); ++h) {
      const double horizon_s = horizons[h].length_s;
      const double block_s = std::fmax(least_block_s, 2 * horizon_s);
      std::array<std::vector<Band>, bands.size()> blocks;
      double begun_s = -std::numeric_limits<double>::infinity();
      for (std::size_t w = 0; w < starts.size(); ++w) {
        const double time_s = track.time_s[starts[w]];
        if (time_s >= begun_s + block_s) {
          begun_s = time_s;
          for (auto& b : blocks) b.emplace_back();
        }
        for (std::size_t b = 0; b < bands.size(); ++b) {
          for (std::size_t c = 3 * q; c < 3 * q + 3; ++c) {
            ++blocks[b].back().count;
            if (is_inside(ranks[w][h][c], bands[b])) ++blocks[b].back().inside;
          }
        }
      }
      Coverage coverage{.quantity = q,
                        .horizon_s = horizon_s,
                        .asked_s = horizons[h].asked_s,
                        .windows = starts.size(),
                        .blocks = blocks[0].size(),
                        .inside = {}};
      double records = static_cast<double>(blocks[0].size());
      for (std::size_t b = 0; b < bands.size(); ++b)
        coverage.inside[b] = fraction_of(blocks[b], records);
      out.push_back(coverage);
    }
  }
  return out;
}

}  // namespace montecopter::identify
