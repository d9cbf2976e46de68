#include "flights/identify/flight_effects.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.hpp"
#include "core/numerics/median.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "flights/identify/replay_errors.hpp"
#include "flights/identify/robust_loss.hpp"

namespace montecopter::identify {
namespace {

/// Lengths of blocks, and how many a short calibration has [s, 1]. Trims change slowly, so blocks
/// of a quarter of a second are nearly independent once the rotors have settled.
constexpr double most_block_s = 1, least_block_s = 0.25, blocks_of_short_part = 4;
/// Fewer blocks do not tell how well a mean is known.
constexpr std::size_t fewest_calibrated_blocks = 3;
/// Delays that are tried: steps, and standard deviation where the spread is not known [s].
constexpr double delay_step_s = 0.002, usual_delay_sd_s = 0.01;
/// Horizon of the predictions that find a delay, and interval of their starts [s].
constexpr double delay_horizon_s = 0.1;
/// Smallest trusted error of a prediction.
constexpr double least_error = 1e-9;
/// Delays stay this far within their range.
constexpr double delay_margin_s = 1e-3;

/// Motion that the steps of one block miss.
struct MissedBlock {
  std::array<double, 6> change = {};
  double length_s = 0;
};

/// Adds the change that the step from a row misses.
void add_step(const RepeatedFlight& flown, const Track& track, std::size_t row,
              const std::array<double, 3>& bias, MissedBlock& block) {
  RepeatedFlight::State state = flown.state_at(row);
  for (std::size_t k = 0; k < 3; ++k) state.x[10 + k] -= bias[k];
  flown.advance(row, state);
  const BodyState& next = track.states[row + 1];
  const std::array<double, 3> missed_W = {next[3] - state.x[3], next[4] - state.x[4],
                                          next[5] - state.x[5]};
  const std::array<double, 3> missed_B = in_body(track.states[row].data(), missed_W);
  for (std::size_t k = 0; k < 3; ++k) {
    block.change[k] += missed_B[k];
    block.change[3 + k] += next[10 + k] - bias[k] - state.x[10 + k];
  }
  block.length_s += track.time_s[row + 1] - track.time_s[row];
}

std::vector<MissedBlock> missed_blocks(const RepeatedFlight& flown, const Track& track,
                                       const std::array<double, 3>& bias, double until_s,
                                       double settling_s) {
  std::vector<MissedBlock> blocks;
  if (track.rows() == 0) return blocks;
  const double usable_s = until_s - track.time_s.front() - settling_s;
  const double block_s = std::clamp(usable_s / blocks_of_short_part, least_block_s, most_block_s);
  double settled_s = 0, begun_s = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < track.rows() && track.time_s[k] < until_s; ++k) {
    const bool begins = k == 0 || track.reach[k - 1] == k - 1;
    if (begins) settled_s = track.time_s[k] + settling_s;
    if (track.time_s[k] < settled_s) continue;
    if (track.reach[k] <= k || track.time_s[k + 1] > until_s) continue;
    if (track.time_s[k] >= begun_s + block_s) blocks.emplace_back(), begun_s = track.time_s[k];
    add_step(flown, track, k, bias, blocks.back());
  }
  return blocks;
}

/// Errors of predictions over a tenth of a second: attitude and body rate.
std::vector<std::array<double, 6>> short_errors(const RepeatedFlight& flown, const Track& track,
                                                double from_s, double until_s,
                                                const std::array<double, 3>& bias) {
  const std::size_t rows = horizons_in_rows({delay_horizon_s}, track.period_s).front().rows;
  std::vector<std::array<double, 6>> errors;
  for (std::size_t row = 0; row + rows < track.rows(); row += rows) {
    if (track.time_s[row] < from_s || track.time_s[row + rows] > until_s) continue;
    if (row + rows > track.reach[row]) continue;
    RepeatedFlight::State state = flown.state_at(row);
    for (std::size_t k = 0; k < 3; ++k) state.x[10 + k] -= bias[k];
    for (std::size_t k = row; k < row + rows; ++k) flown.advance(k, state);
    StateError apart;
    state_difference(state, track.states[row + rows], bias, apart.data());
    std::array<double, 6>& error = errors.emplace_back();
    std::copy(apart.begin() + 6, apart.end(), error.begin());
  }
  return errors;
}

/// Search for the delay of a part of a log.
class DelaySearch {
 public:
  DelaySearch(const Multirotor& vehicle, const CalmAir& air, const FitLog& log, double until_s,
              const FlightEffects& prior)
      : vehicle_(vehicle), air_(air), log_(log), until_s_(until_s), prior_(prior) {
    for (const auto& errors = errors_at(prior.mean.delay_s); spread_.size() < 6;) {
      std::vector<double> sizes;
      for (const auto& error : errors) sizes.push_back(std::fabs(error[spread_.size()]));
      const double middle = sizes.empty() ? 0 : upper_median(sizes) / median_magnitude;
      spread_.push_back(std::fmax(middle, least_error));
    }
  }

  /// Loss of the errors with this delay, and of its prior.
  double loss_at(double delay_s) const {
    const double away = (delay_s - prior_.mean.delay_s) / prior_.sd.delay_s;
    double sum = 0.5 * away * away;
    const auto errors = errors_at(delay_s);
    if (errors.empty()) return std::numeric_limits<double>::infinity();
    for (const auto& error : errors) {
      for (std::size_t c = 0; c < error.size(); ++c) sum += loss(error[c] / spread_[c]);
    }
    return sum;
  }

 private:
  std::vector<std::array<double, 6>> errors_at(double delay_s) const {
    LogErrors effects = prior_.mean;
    effects.delay_s = delay_s;
    const DriveSchedule steps = mean_schedule(log_.drive, log_.track, delay_s);
    RepeatedFlight flown(vehicle_, air_, log_.drive, log_.track, steps);
    apply_effects(effects, flown);
    const double settling_s = settling_time_s(log_.drive.kind);
    const auto missed =
        missed_motion(flown, log_.track, effects.rate_bias_rad_s, until_s_, settling_s);
    if (!missed) return {};
    for (std::size_t k = 0; k < 3; ++k)
      effects.angular_acceleration_rad_s2[k] += missed->mean[3 + k];
    flown.turn_by(effects.angular_acceleration_rad_s2);
    return short_errors(flown, log_.track, log_.track.time_s.front() + settling_s, until_s_,
                        effects.rate_bias_rad_s);
  }

  const Multirotor& vehicle_;
  const CalmAir& air_;
  const FitLog& log_;
  double until_s_;
  const FlightEffects& prior_;
  std::vector<double> spread_;
};

/// The delay with the smallest loss of those tried, refined by a parabola, and its standard error.
void find_delay(const DelaySearch& search, double prior_sd_s, int threads, FlightEffects& found) {
  constexpr double most_s = most_delay_s - delay_margin_s;
  const double middle_s = found.mean.delay_s;
  const double far_s = std::fmax(3 * prior_sd_s, 2 * delay_step_s);
  std::vector<double> delays;
  for (double at = -far_s; at <= far_s + 1e-9; at += delay_step_s) {
    if (std::fabs(middle_s + at) <= most_s) delays.push_back(middle_s + at);
  }
  std::vector<double> losses(delays.size());
  for_each_index(delays.size(), threads,
                 [&](std::size_t k) { losses[k] = search.loss_at(delays[k]); });
  const auto least = std::min_element(losses.begin(), losses.end());
  const auto k = static_cast<std::size_t>(least - losses.begin());
  if (!std::isfinite(*least)) return;
  if (k == 0 || k + 1 >= losses.size()) {  // the delay lies beyond those that were tried
    found.mean.delay_s = delays[k];
    found.is_delay_at_edge = true;
    return;
  }
  const double below = losses[k - 1] - losses[k], above = losses[k + 1] - losses[k];
  const double curve = (below + above) / (delay_step_s * delay_step_s);
  if (!(curve > 0) || !std::isfinite(curve)) return;
  found.mean.delay_s = delays[k] + 0.5 * delay_step_s * (below - above) / (below + above);
  found.sd.delay_s = std::fmin(prior_sd_s, 1 / std::sqrt(curve));
}

/// Weighs an estimate with the scatter between other flights, if that is known.
void weigh(bool is_known, double prior_sd, double prior_mean, double error, double& value,
           double& sd) {
  sd = error;
  if (!is_known || !(error > 0)) return;
  if (!(prior_sd > 0)) {
    value = prior_mean, sd = 0;
    return;
  }
  const double known = 1 / (prior_sd * prior_sd), seen = 1 / (error * error);
  value = (known * prior_mean + seen * value) / (known + seen);
  sd = 1 / std::sqrt(known + seen);
}

}  // namespace

std::optional<MissedMotion> missed_motion(const RepeatedFlight& flown, const Track& track,
                                          const std::array<double, 3>& rate_bias_rad_s,
                                          double until_s, double settling_s) {
  const std::vector<MissedBlock> blocks =
      missed_blocks(flown, track, rate_bias_rad_s, until_s, settling_s);
  MissedBlock all;
  for (const MissedBlock& block : blocks) {
    for (std::size_t i = 0; i < 6; ++i) all.change[i] += block.change[i];
    all.length_s += block.length_s;
  }
  MissedMotion out;
  if (!(all.length_s > 0)) return std::nullopt;
  const double n = static_cast<double>(blocks.size());
  out.blocks = blocks.size();
  for (std::size_t i = 0; i < 6; ++i) {
    out.mean[i] = all.change[i] / all.length_s;
    if (!std::isfinite(out.mean[i])) return std::nullopt;
    double squares = 0;
    for (const MissedBlock& block : blocks) {
      const double off = block.change[i] - out.mean[i] * block.length_s;
      squares += off * off;
    }
    if (n > 1) out.standard_error[i] = std::sqrt(squares * n / (n - 1)) / all.length_s;
  }
  return out;
}

LogErrors mean_log_errors(const Fit& fit) {
  std::vector<LogErrors> effects;
  for (const FittedLog& log : fit.logs) effects.push_back(log.errors);
  return spread_of(effects).mean;
}

std::vector<LogErrors> effects_of_logs(const Multirotor& vehicle, const CalmAir& air,
                                       const std::vector<FitLog>& logs, const Fit& fit) {
  std::vector<LogErrors> out;
  for (std::size_t l = 0; l < logs.size(); ++l) {
    const FitLog& log = logs[l];
    LogErrors& effects = out.emplace_back(fit.logs[l].errors);
    if (fit.method == FitMethod::prediction) continue;  // it has fitted them
    const DriveSchedule steps = mean_schedule(log.drive, log.track, effects.delay_s);
    RepeatedFlight flown(vehicle, air, log.drive, log.track, steps);
    apply_effects(effects, flown);
    const auto missed =
        missed_motion(flown, log.track, effects.rate_bias_rad_s,
                      std::numeric_limits<double>::infinity(), settling_time_s(log.drive.kind));
    for (std::size_t k = 0; k < 3 && missed; ++k) {
      effects.acceleration_m_s2[k] = missed->mean[k];
      if (fit.method == FitMethod::output_error)
        effects.angular_acceleration_rad_s2[k] = missed->mean[3 + k];
    }
  }
  return out;
}

FlightSpread spread_of(const std::vector<LogErrors>& effects) {
  FlightSpread spread{.logs = effects.size(), .mean = {}, .sd = {}};
  const double n = static_cast<double>(effects.size());
  LogErrors& mean = spread.mean;
  for (const LogErrors& log : effects)
    for_each_effect(mean, log, log, [n](double& sum, double own, double) { sum += own / n; });
  if (!spread.is_known()) return spread;
  for (const LogErrors& log : effects) {
    for_each_effect(spread.sd, log, mean, [n](double& sum, double own, double all) {
      sum += (own - all) * (own - all) / (n - 1);
    });
  }
  for_each_effect(spread.sd, mean, mean, [](double& x, double, double) { x = std::sqrt(x); });
  return spread;
}

FlightEffects effects_of_new_flight(const FlightSpread& spread) {
  if (!spread.is_known()) {
    FlightEffects only{.mean = spread.mean, .sd = {}};
    only.mean.acceleration_m_s2 = only.mean.angular_acceleration_rad_s2 = {};
    return only;
  }
  const double n = static_cast<double>(spread.logs);
  FlightEffects effects{.mean = spread.mean, .sd = spread.sd, .freedom = n - 1};
  for_each_effect(effects.sd, spread.mean, spread.mean,
                  [n](double& x, double, double) { x *= std::sqrt(1 + 1 / n); });
  return effects;
}

std::optional<FlightEffects> calibrated_effects(const Multirotor& vehicle, const CalmAir& air,
                                                const FitLog& log, double until_s,
                                                const FlightSpread& spread, int threads) {
  FlightEffects found = effects_of_new_flight(spread);
  const FlightEffects prior = found;
  if (!spread.is_known()) found.sd.delay_s = usual_delay_sd_s;
  const double delay_sd_s = found.sd.delay_s;
  if (delay_sd_s > 0)
    find_delay(DelaySearch(vehicle, air, log, until_s, found), delay_sd_s, threads, found);
  const DriveSchedule steps = mean_schedule(log.drive, log.track, found.mean.delay_s);
  RepeatedFlight flown(vehicle, air, log.drive, log.track, steps);
  apply_effects(found.mean, flown);
  const auto missed = missed_motion(flown, log.track, found.mean.rate_bias_rad_s, until_s,
                                    settling_time_s(log.drive.kind));
  if (!missed) return std::nullopt;
  if (spread.is_known() && missed->blocks < fewest_calibrated_blocks) return found;
  found.is_motion_of_flight = true;
  found.freedom = std::fmax(1.0, static_cast<double>(missed->blocks) - 1);
  for (std::size_t k = 0; k < 3; ++k) {
    found.mean.acceleration_m_s2[k] += missed->mean[k];
    found.mean.angular_acceleration_rad_s2[k] += missed->mean[3 + k];
    weigh(spread.is_known(), prior.sd.acceleration_m_s2[k], prior.mean.acceleration_m_s2[k],
          missed->standard_error[k], found.mean.acceleration_m_s2[k],
          found.sd.acceleration_m_s2[k]);
    weigh(spread.is_known(), prior.sd.angular_acceleration_rad_s2[k],
          prior.mean.angular_acceleration_rad_s2[k], missed->standard_error[3 + k],
          found.mean.angular_acceleration_rad_s2[k], found.sd.angular_acceleration_rad_s2[k]);
  }
  return found;
}

std::array<double, 3> carry_common_moment(const FittedParameters& parameters, const CalmAir& air,
                                          std::size_t logs, LogErrors& common,
                                          Multirotor& vehicle) {
  if (logs < 2) return {};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].path.starts_with("vehicle.centre_of_mass_m")) return {};
  }
  const auto signs = frame_signs(vehicle.frame);
  auto& acceleration = common.angular_acceleration_rad_s2;
  const Vec3<double> moment_n_m = inertia_tensor(vehicle.inertia_kg_m2, signs) *
                                  Vec3<double>{acceleration[0], acceleration[1], 0};
  acceleration[0] = acceleration[1] = 0;
  // The moment of the thrust (0, 0, -T) about a centre of mass at c is (T c_y, -T c_x, 0).
  const double thrust_n = vehicle.mass_kg * air.gravity_m_s2;
  const std::array<double, 3> shift_m = {-signs[0] * moment_n_m.y / thrust_n,
                                         signs[1] * moment_n_m.x / thrust_n, 0};
  for (std::size_t k = 0; k < 3; ++k) vehicle.centre_of_mass_m[k] += shift_m[k];
  return shift_m;
}

void apply_effects(const LogErrors& effects, RepeatedFlight& flown) {
  flown.turn_by(effects.angular_acceleration_rad_s2);
  flown.push_by(effects.acceleration_m_s2);
}

}  // namespace montecopter::identify
