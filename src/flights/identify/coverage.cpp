#include "flights/identify/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.hpp"
#include "core/numerics/elementary.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "dynamics/random/draws.hpp"

namespace montecopter::identify {
namespace {

constexpr std::size_t most_windows = 300;
constexpr double confidence = 0.95, least_block_s = 1;
constexpr std::size_t fewest_blocks = 8;
constexpr std::uint64_t effect_stream = stream_hash("validate.effect"),
                        scale_stream = stream_hash("validate.scale"),
                        rough_stream = stream_hash("validate.rough"),
                        error_stream = stream_hash("validate.error");
/// Largest factor of a drawn spread: a few logs leave long tails.
constexpr double most_log_scale = 3;

/// Student's t by a normal number: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions
/// (1964), 26.7.5, up to two terms. Too small at 97.5 % by 4 % for three degrees of freedom and by
/// 44 % for one.
double student(double z, double freedom) {
  const double z2 = z * z;
  const double g1 = (z2 + 1) / 4, g2 = ((5 * z2 + 16) * z2 + 3) / 96;
  return z * (1 + (g1 + g2 / freedom) / freedom);
}

/// Effects and errors of one drawn flight.
class DrawnFlight {
 public:
  DrawnFlight(const FlightKnowledge& knowledge, std::uint64_t seed, std::size_t draw)
      : knowledge_(knowledge), draws_{seed, draw}, effects_(knowledge.effects.mean) {
    std::uint64_t block = 0;
    const double freedom = knowledge.effects.freedom;
    for_each_effect(effects_, knowledge.effects.sd, effects_, [&](double& x, double sd, double) {
      x += sd * draw_student(block++, freedom);
    });
    effects_.delay_s = std::fmin(std::fmax(effects_.delay_s, -most_delay_s), most_delay_s);
    const double z = draws_.normal(scale_stream, 0, 0);
    for (const auto& quantities_at : knowledge.scales) {
      std::array<double, 4>& scales = scales_.emplace_back();
      for (std::size_t q = 0; q < scales.size(); ++q) {
        const FlightScale& scale = quantities_at[q];
        const double off = scale.mean + scale.sd * student(z, scale.freedom);
        scales[q] = montecopter::exp(std::fmin(std::fmax(off, -most_log_scale), most_log_scale));
      }
    }
  }

  const LogErrors& effects() const { return effects_; }

  /// Error of a component after a horizon of a window. Its spread is lognormal over windows.
  double error(std::size_t window, std::size_t h, std::size_t component) const {
    const ErrorLawAt& law = knowledge_.laws[h];
    const std::size_t q = component / 3;
    const double rough = law.within_sd[q];
    const std::uint64_t block = h * error_size + component;
    const double spread =
        rough > 0 ? montecopter::exp(rough * (draws_.normal(rough_stream, window, block) - rough))
                  : 1;
    return law.scale[component] * scales_[h][q] * spread *
           draws_.normal(error_stream, window, block);
  }

 private:
  double draw_student(std::uint64_t block, double freedom) const {
    return student(draws_.normal(effect_stream, 0, block), freedom);
  }

  const FlightKnowledge& knowledge_;
  Draws<double> draws_;
  LogErrors effects_;
  std::vector<std::array<double, 4>> scales_;  ///< of each horizon and quantity
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

/// Drawn vehicles along a log, with their effects.
struct DrawnFlights {
  std::vector<DrawnFlight> drawn;
  std::vector<DriveSchedule> steps;
  std::vector<std::unique_ptr<RepeatedFlight>> flown;
};

DrawnFlights fly_drawn(const std::vector<Multirotor>& vehicles, const CalmAir& air,
                       const FitLog& log, const FlightKnowledge& knowledge, std::uint64_t seed,
                       int threads) {
  DrawnFlights out;
  for (std::size_t k = 0; k < vehicles.size(); ++k) out.drawn.emplace_back(knowledge, seed, k);
  out.steps.resize(vehicles.size()), out.flown.resize(vehicles.size());
  for_each_index(vehicles.size(), threads, [&](std::size_t k) {
    const LogErrors& effects = out.drawn[k].effects();
    out.steps[k] = mean_schedule(log.drive, log.track, effects.delay_s);
    out.flown[k] =
        std::make_unique<RepeatedFlight>(vehicles[k], air, log.drive, log.track, out.steps[k]);
    apply_effects(effects, *out.flown[k]);
  });
  return out;
}

/// Adds to the ranks of a window whether a drawn flight ends below the record.
void rank(const DrawnFlight& drawn, const RepeatedFlight& flown, const Track& track,
          std::size_t start, std::size_t window, const std::vector<Horizon>& horizons,
          std::vector<std::array<int, error_size>>& ranks) {
  const std::array<double, 3>& bias = drawn.effects().rate_bias_rad_s;
  RepeatedFlight::State state = flown.state_at(start);
  for (std::size_t c = 0; c < 3; ++c) state.x[10 + c] -= bias[c];
  std::size_t row = start;
  for (std::size_t h = 0; h < horizons.size(); ++h) {
    for (; row < start + horizons[h].rows; ++row) flown.advance(row, state);
    StateError apart;
    state_difference(state, track.states[row], bias, apart.data());
    for (std::size_t c = 0; c < error_size; ++c) {
      if (apart[c] + drawn.error(window, h, c) < 0) ++ranks[h][c];
    }
  }
}

/// Coverage of one quantity after one horizon.
Coverage covered(const Ranks& ranks, const std::vector<std::size_t>& starts, const Track& track,
                 const Horizon& horizon, std::size_t h, std::size_t quantity) {
  const double block_s = std::fmax(least_block_s, 2 * horizon.length_s);
  std::array<std::vector<Band>, bands.size()> blocks;
  double begun_s = -std::numeric_limits<double>::infinity();
  for (std::size_t w = 0; w < starts.size(); ++w) {
    const double time_s = track.time_s[starts[w]];
    if (time_s >= begun_s + block_s) {
      begun_s = time_s;
      for (auto& b : blocks) b.emplace_back();
    }
    for (std::size_t b = 0; b < bands.size(); ++b) {
      for (std::size_t c = 3 * quantity; c < 3 * quantity + 3; ++c) {
        ++blocks[b].back().count;
        if (is_inside(ranks[w][h][c], bands[b])) ++blocks[b].back().inside;
      }
    }
  }
  Coverage coverage{.quantity = quantity,
                    .horizon_s = horizon.length_s,
                    .asked_s = horizon.asked_s,
                    .windows = starts.size(),
                    .blocks = blocks[0].size(),
                    .inside = {}};
  double records = static_cast<double>(blocks[0].size());
  for (std::size_t b = 0; b < bands.size(); ++b)
    coverage.inside[b] = fraction_of(blocks[b], records);
  return coverage;
}

}  // namespace

std::string_view Coverage::verdict() const {
  const statistics::Interval& interval = inside[judged_band].interval;
  if (interval.high < bands[judged_band]) return "too narrow";
  if (interval.low > bands[judged_band]) return "too wide";
  return is_known && blocks >= fewest_blocks ? "right" : "undecided";
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
                            const FitLog& log, const FlightKnowledge& knowledge,
                            const std::vector<Horizon>& horizons, std::uint64_t seed, int threads) {
  const Track& track = log.track;
  const std::vector<std::size_t> starts =
      log.windows.empty() ? std::vector<std::size_t>{}
                          : starts_of(track, log.windows.front().first, horizons.back().rows);
  const DrawnFlights flights = fly_drawn(vehicles, air, log, knowledge, seed, threads);
  Ranks ranks(starts.size(), std::vector<std::array<int, error_size>>(horizons.size()));
  for_each_index(starts.size(), threads, [&](std::size_t w) {
    for (auto& at : ranks[w]) at.fill(0);
    for (std::size_t k = 0; k < vehicles.size(); ++k)
      rank(flights.drawn[k], *flights.flown[k], track, starts[w], w, horizons, ranks[w]);
  });
  std::vector<Coverage> out;
  for (std::size_t q = track.has_position ? 0 : 1; q < quantities.size() && !starts.empty(); ++q) {
    for (std::size_t h = 0; h < horizons.size(); ++h) {
      Coverage& coverage = out.emplace_back(covered(ranks, starts, track, horizons[h], h, q));
      coverage.is_known = knowledge.is_known;
    }
  }
  return out;
}

}  // namespace montecopter::identify
