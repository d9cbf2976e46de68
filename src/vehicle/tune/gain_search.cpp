#include "vehicle/tune/gain_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/angles.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "scenario/derived/controls.hpp"
#include "vehicle/stability/loop_noise.hpp"

namespace montecopter {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Time constant of the lag of the roll moment behind its command at low frequencies.
double motor_lag_s(const HoverLoop& loop) {
  constexpr Eigen::Index roll = 1;
  constexpr double slow_rad_s = 0.1;
  const double lag_rad = phase_taken(loop, roll, slow_rad_s).actuators_deg / deg_per_rad;
  return std::max(lag_rad / slow_rad_s, 0.0);
}

CalmAir air_of(const Scenario& there) {
  const WorldConstants<double> world = fold_world(*there.environment, {0, 0, 0});
  return {world.gravity[0], world.air.density_kg_m3, world.air.temperature_k};
}

/// Ranges of the free numbers of a control law's pace. Filters: from a fiftieth to two fifths of
/// the update rate; for indi up to the 30 Hz of the paper.
std::vector<SearchedRange> ranges_of(std::string_view law, const LoopTiming& timing) {
  const FreeNumbers free = free_numbers(law);
  std::vector<SearchedRange> ranges;
  if (free.attitude) ranges.push_back({"ratio of body rate pace to attitude pace", "", 1.2, 4});
  if (free.derivative) ranges.push_back({"derivative gain", "", 0, 8});
  if (free.cutoff) {
    const double rate_hz = timing.rate_hz.hz();
    const double most = 0.4 * rate_hz;
    if (law == IndiController::type_name) {
      ranges.push_back({"filter cut-off", "Hz", 0.3, std::min(30.0, most)});
    } else {
      ranges.push_back({"filter cut-off", "Hz", 0.02 * rate_hz, most});
    }
  }
  if (free.integral) ranges.push_back({"ratio of body rate pace to integral pace", "", 4, 40});
  return ranges;
}

}  // namespace

struct GainSearch::Screened {
  double fraction = -infinity;  ///< margins divided by the required ones
  double bandwidth_rad_s = std::numeric_limits<double>::quiet_NaN();
  bool is_within_step = true;
};

struct GainSearch::PaceOfBandwidth {
  double rad_s = 0;
  double off = infinity;  ///< logarithm of its bandwidth over the required one
  Screened screened;

  /// Margins divided by the required ones. Where no pace has the bandwidth, it is below 0, lower
  /// with the distance.
  double fraction() const {
    constexpr double near = 0.01;
    if (!(std::fabs(off) < near)) return -std::fabs(off);
    return screened.is_within_step ? screened.fraction : 0;
  }
};

struct GainSearch::Candidate {
  Pace pace;
  double bandwidth_rad_s = 0, peak_rad = infinity;
};

GainSearch::GainSearch(Plan plan, CommandedModel vehicle, std::string_view law, double step,
                       std::optional<double> moment_n_m)
    : plan_(std::move(plan)),
      vehicle_(std::move(vehicle)),
      own_(*plan_.scenario.controller),
      law_(law),
      step_(step),
      disturbances_(std::get<Multirotor>(*plan_.scenario.vehicle), air_of(plan_.scenario), vehicle_,
                    moment_n_m) {
  Scenario& there = plan_.scenario;
  settings_.timing = *loop_timing(own_);
  const CalmAir air = air_of(there);
  const auto& multirotor = std::get<Multirotor>(*there.vehicle);
  settings_.weight_n = multirotor.mass_kg * air.gravity_m_s2;
  settings_.hover_thrust_fraction =
      settings_.weight_n / fold_allocation(multirotor, air.density_kg_m3).thrust_high;
  if (!there.trajectory) there.trajectory = Trajectory(HoverTrajectory());
  for (const SearchedRange& range : ranges_of(law_, settings_.timing)) {
    const double shift = range.low > 0 ? 0 : 1;  // for a derivative gain: factor 1 + d
    ranges_.push_back({log(range.low + shift), log(range.high + shift)});
  }
  if (const auto slow = loop(middle(1))) {
    settings_.motor_lag_s = motor_lag_s(*slow);
    screen_.emplace(*slow);
  }
}

std::vector<SearchedRange> GainSearch::searched() const {
  std::vector<SearchedRange> ranges = ranges_of(law_, settings_.timing);
  if (law_ == IndiController::type_name) ranges.back().high = exp(ranges_.back().high);
  return ranges;
}

Pace GainSearch::pace_of(const std::vector<double>& x, double rad_s) const {
  const FreeNumbers free = free_numbers(law_);
  Pace pace;
  std::size_t next = 0;
  if (free.attitude) pace.attitude_apart = exp(x[next++]);
  if (free.derivative) pace.derivative = exp(x[next++]) - 1;
  if (free.cutoff) pace.cutoff_hz = exp(x[next++]);
  if (free.integral) pace.integral_apart = exp(x[next++]);
  pace.rad_s = rad_s, pace.outer = outer_;
  pace.yaw_rad_s = std::min(yaw_fraction * rad_s, most_yaw_rad_s_);
  return pace;
}

Pace GainSearch::middle(double rad_s) const {
  constexpr double part = 0.5;
  std::vector<double> x;
  for (const auto& [low, high] : ranges_) x.push_back(low + part * (high - low));
  return pace_of(x, rad_s);
}

Controller GainSearch::controller(const Pace& pace) const {
  return law_of_pace(law_, own_, settings_, pace);
}

std::optional<HoverLoop> GainSearch::loop_with(const Controller& controller,
                                               SlopeDigits digits) const {
  Plan plan = plan_;
  plan.scenario.controller = controller;
  const auto& control = plan.time.control;
  return hover_loop(plan, plan.scenario, control.every, control.delay, "controller", &vehicle_,
                    digits);
}

std::optional<HoverLoop> GainSearch::loop(const Pace& pace) const {
  return loop_with(controller(pace));
}
std::optional<HoverLoop> GainSearch::rough_loop(const Pace& pace) const {
  return loop_with(controller(pace), SlopeDigits::few);
}

double GainSearch::margins_left(const ScreenedAxis& axis, const GainAim& aim) const {
  return std::min(axis.phase_deg / aim.margins.phase_deg, axis.gain_db / aim.margins.gain_db);
}

GainSearch::Screened GainSearch::screened(const Pace& pace, const GainAim& aim) const {
  ++candidates_;
  Screened found;
  const auto closing = rough_loop(pace);
  if (!closing) return found;
  found.fraction = infinity;
  const std::vector<ScreenedAxis> axes = screen_->axes(closing->law);
  for (const ScreenedAxis& axis : axes) {
    found.fraction = std::min(found.fraction, margins_left(axis, aim));
  }
  found.bandwidth_rad_s = std::min(axes[1].bandwidth_rad_s, axes[2].bandwidth_rad_s);
  if (!std::isfinite(axes[1].bandwidth_rad_s + axes[2].bandwidth_rad_s)) found.fraction = -infinity;
  if (is_rate() && aim.within_step && found.fraction >= 1) {
    found.is_within_step = is_within_step(*closing, pace);
  }
  return found;
}

/// Fastest pace that keeps the margins, by the chord of their excess. The bandwidth grows with the
/// pace: if a pace that is too fast for the margins has at most `least_rad_s`, no slower one
/// exceeds it. Returns nullopt in that case, and if no pace keeps the margins.
std::optional<GainSearch::Candidate> GainSearch::fastest_at(const std::vector<double>& x,
                                                            const GainAim& aim,
                                                            double least_rad_s) const {
  constexpr double near = 1.06, wide = 1.6, narrow = 1.008, enough = 1.004;
  Screened best;
  double left_good = 0, left_bad = 0;  // of the margins
  double bandwidth_bad = std::numeric_limits<double>::quiet_NaN();
  const auto keeps = [&](double rad_s) {
    const Screened there = screened(pace_of(x, rad_s), aim);
    const bool does = there.fraction >= 1 && there.is_within_step;
    if (does) best = there;
    if (!does) bandwidth_bad = there.bandwidth_rad_s;
    (does ? left_good : left_bad) = there.is_within_step ? std::max(there.fraction, 0.0) : 0;
    return does;
  };
  const auto is_too_slow = [&] { return bandwidth_bad <= least_rad_s; };
  double good = last_rad_s_, bad = last_rad_s_, factor = near;
  if (keeps(good)) {
    while (bad < fastest_rad_s && keeps(bad *= factor)) good = bad, factor *= wide;
    if (is_too_slow()) return std::nullopt;
  } else {
    for (bool does = false; !does; factor *= wide) {
      bad = good, good /= factor;
      // Not much slower than the pace whose bandwidth has to be exceeded.
      if (least_rad_s > 0) good = std::min(good, bad * least_rad_s / bandwidth_bad);
      if (is_too_slow() || good < slowest_rad_s) return std::nullopt;
      does = keeps(good);
    }
  }
  while (bad > narrow * good && left_good > enough) {
    const double part = std::clamp((left_good - 1) / (left_good - left_bad), 0.15, 0.85);
    const double middle = good * exp(part * log(bad / good));
    (keeps(middle) ? good : bad) = middle;
    if (is_too_slow()) return std::nullopt;
  }
  last_rad_s_ = good;
  return Candidate{pace_of(x, good), best.bandwidth_rad_s};
}

/// Pace with the required bandwidth, which grows with the pace, or the nearest one if the bandwidth
/// jumps: by the chord of logarithms.
GainSearch::PaceOfBandwidth GainSearch::pace_of_bandwidth(const std::vector<double>& x,
                                                          const GainAim& aim) const {
  constexpr double narrow = 1.0005, enough = 5e-4;
  const double wanted = *aim.bandwidth_rad_s;
  PaceOfBandwidth best;
  const auto above = [&](double rad_s) {
    const Screened there = screened(pace_of(x, rad_s), aim);
    double off = there.bandwidth_rad_s > wanted ? infinity : -infinity;  // NaN: it is too slow
    if (std::isfinite(there.bandwidth_rad_s)) off = log(there.bandwidth_rad_s / wanted);
    if (std::fabs(off) < std::fabs(best.off)) best = {rad_s, off, there};
    return off;
  };
  double low = std::max(0.002 * wanted, slowest_rad_s), high = std::min(3 * wanted, fastest_rad_s);
  double below = above(low), over = infinity;
  if (below > 0) return best;
  while (high > narrow * low && !(std::fabs(best.off) < enough)) {
    const bool has_both = std::isfinite(below) && std::isfinite(over);
    const double part = has_both ? std::clamp(below / (below - over), 0.1, 0.9) : 0.5;
    const double middle = low * exp(part * log(high / low)), off = above(middle);
    (off > 0 ? high : low) = middle;
    (off > 0 ? over : below) = off;
  }
  return best;
}

/// Measures gyroscope noise and peak. False: `check` would warn of the noise.
bool GainSearch::measure(Candidate& candidate) const {
  const auto closing = loop(candidate.pace);
  const LoopModel model = closed(*closing);
  if (!(noise_fraction(plan_.scenario, model) <= most_noise_fraction)) return false;
  constexpr Eigen::Index instants = 30;  // a peak to a thousandth
  candidate.peak_rad = peak_after_moments(disturbances_, *closing, model, instants).rad;
  return true;
}

/// Returns nullopt also if the candidate is not faster than `least_rad_s`.
std::optional<GainSearch::Candidate> GainSearch::candidate(const std::vector<double>& x,
                                                           const GainAim& aim,
                                                           double least_rad_s) const {
  if (aim.bandwidth_rad_s) {
    const PaceOfBandwidth found = pace_of_bandwidth(x, aim);
    if (!(found.fraction() >= 1)) return std::nullopt;
    Candidate candidate{pace_of(x, found.rad_s), found.screened.bandwidth_rad_s};
    if (!measure(candidate)) return std::nullopt;
    return candidate;
  }
  auto found = fastest_at(x, aim, least_rad_s);
  constexpr double slower = 0.8;
  while (found) {
    if (!(found->bandwidth_rad_s > least_rad_s)) return std::nullopt;
    if (measure(*found)) break;
    const double rad_s = slower * found->pace.rad_s;
    if (rad_s < slowest_rad_s) return std::nullopt;
    found = Candidate{pace_of(x, rad_s), screened(pace_of(x, rad_s), aim).bandwidth_rad_s};
  }
  return found;
}

/// Limits the filter of indi. Its innermost loop is the filter and the motor model, for any gains.
/// Cut-offs above the highest one with which that loop alone keeps the margins are not searched.
void GainSearch::settle_filter(const GainAim& aim) {
  if (law_ != IndiController::type_name) return;
  constexpr double narrow = 0.02;
  auto& [low, high] = ranges_.back();
  high = log(ranges_of(law_, settings_.timing).back().high);
  Pace pace = middle(slowest_rad_s);
  const auto keeps = [&](double x) {
    pace.cutoff_hz = exp(x);
    ++candidates_;
    const auto closing = rough_loop(pace);
    if (!closing) return false;
    for (const ScreenedAxis& axis : screen_->axes(closing->law)) {
      if (!(margins_left(axis, aim) >= 1)) return false;
    }
    return true;
  };
  if (keeps(high) || !keeps(low)) return;
  double good = low, bad = high;
  while (bad - good > narrow) {
    const double middle = 0.5 * (good + bad);
    (keeps(middle) ? good : bad) = middle;
  }
  high = good;
}

/// Finds the fastest pace of yaw with these margins, beside slow roll and pitch.
void GainSearch::settle_yaw(const GainAim& aim) {
  constexpr Eigen::Index yaw = 3;
  constexpr double narrow = 1.02, slow_rad_s = 1;
  most_yaw_rad_s_ = infinity;
  Pace pace = middle(slow_rad_s);
  const auto keeps = [&](double rad_s) {
    pace.yaw_rad_s = rad_s;
    ++candidates_;
    const auto closing = rough_loop(pace);
    if (!closing) return false;
    return margins_left(screen_->axes(closing->law)[yaw], aim) >= 1;
  };
  double good = slowest_rad_s, bad = good;
  constexpr double wide = 3;
  while (bad < fastest_rad_s && keeps(bad *= wide)) good = bad;
  while (bad > narrow * good) {
    const double middle = std::sqrt(good * bad);
    (keeps(middle) ? good : bad) = middle;
  }
  most_yaw_rad_s_ = good;
}

/// Merit of a candidate: a peak above the bound counts first, then bandwidth. A stiff loop may win
/// over a bandwidth that is up to a 25th larger, so that a search does not end on a ridge.
double GainSearch::merit(const std::vector<double>& x, const GainAim& aim, double least) const {
  constexpr double stiff = 0.04;
  const auto found = candidate(x, aim, least > 0 ? least / (1 + stiff) : 0);
  if (!found) return -infinity;
  if (found->peak_rad > aim.peak_rad || aim.bandwidth_rad_s) return -found->peak_rad;
  const double within = std::isfinite(aim.peak_rad) ? 1 - found->peak_rad / aim.peak_rad : 0;
  return found->bandwidth_rad_s * (1 + stiff * within);
}

/// Best point of a coarse grid over the ranges.
SearchPoint GainSearch::start(const GainAim& aim) const {
  std::vector<std::vector<double>> grid = {{}};
  const FreeNumbers free = free_numbers(law_);
  std::vector<std::vector<double>> parts;  // points of each range
  if (free.attitude) parts.push_back({0.05, 0.3});
  if (free.derivative) parts.push_back({0, 0.15, 0.4, 0.62});
  if (free.cutoff) parts.push_back({0.5, 0.85});
  if (free.integral) parts.push_back({0.3});
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::vector<std::vector<double>> more;
    for (const std::vector<double>& x : grid) {
      for (const double part : parts[k]) {
        more.push_back(x);
        more.back().push_back(ranges_[k].low + part * (ranges_[k].high - ranges_[k].low));
      }
    }
    grid = std::move(more);
  }
  SearchPoint best{{}, -infinity};
  for (const std::vector<double>& x : grid) {
    const double worth = merit(x, aim, best.merit);
    if (worth > best.merit) best = {x, worth};
  }
  if (best.at.empty() && aim.bandwidth_rad_s) return start_by_margins(grid, aim);
  return best;
}

/// First point with the margins at the required bandwidth that a search for them finds.
SearchPoint GainSearch::start_by_margins(const std::vector<std::vector<double>>& from,
                                         const GainAim& aim) const {
  constexpr double wide = 0.25, narrow = 0.03;
  const auto margins = [&](const std::vector<double>& x, double) {
    return std::min(pace_of_bandwidth(x, aim).fraction(), 1.0);
  };
  for (const std::vector<double>& x : from) {
    const auto found = pattern_search({x, margins(x, 0)}, ranges_, wide, narrow, margins);
    const double worth = merit(found.at, aim, -infinity);
    if (std::isfinite(worth)) return {found.at, worth};
  }
  return {{}, -infinity};
}

/// Improves a point as far as possible; a bound of the peak that nothing meets is raised.
SearchPoint GainSearch::improved(const SearchPoint& from, GainAim& aim, double wide) const {
  constexpr double narrow = 0.02, more = 1.1, again = 0.01;
  const auto worth = [&](const std::vector<double>& x, double least) {
    return merit(x, aim, least);
  };
  const auto search = [&](const std::vector<double>& x) {
    SearchPoint best{x, worth(x, -infinity)}, before;
    do {  // wide steps from the end of the narrow ones
      before = best;
      best = pattern_search(std::move(best), ranges_, wide, narrow, worth);
    } while (best.merit > before.merit + again * std::fabs(before.merit));
    return best;
  };
  const SearchPoint best = search(from.at);
  if (aim.bandwidth_rad_s || !(best.merit < 0) || !std::isfinite(best.merit)) return best;
  aim.peak_rad = more * -best.merit;
  return search(best.at);
}

std::optional<TunedLoop> GainSearch::best(const GainAim& wanted) {
  constexpr double wide = 0.12, again = 0.03, near = 0.9, in_peak = 0.99, more = 1.005;
  outer_ = 1;
  if (!screen_) return std::nullopt;
  GainAim aim = wanted;
  settle_filter(aim);
  settle_yaw(aim);
  const SearchPoint from = start(aim);
  if (from.at.empty()) return std::nullopt;
  SearchPoint point = improved(from, aim, wide);
  const double bound = aim.peak_rad;
  TunedLoop tuned;
  for (int turn = 0; turn < 5; ++turn) {  // until the exact loop is within all bounds
    const auto found = candidate(point.at, aim);
    if (!found) return std::nullopt;
    tuned = with_outer_slowed(settled(found->pace, aim));
    const bool is_slower = tuned.pace.outer < near * outer_;
    const bool is_too_soft = !aim.bandwidth_rad_s && tuned.peak.rad > bound;
    // A screened loop, or one with faster outer loops, may keep margins that this one does not.
    const double kept = tuned.fraction(wanted.margins);
    const bool is_short = kept < 1;
    if (!tuned.is_stable() || !(is_slower || is_too_soft || is_short)) break;
    outer_ = std::min(outer_, tuned.pace.outer);
    if (is_short && aim.bandwidth_rad_s) {
      aim.margins.phase_deg *= more / kept, aim.margins.gain_db *= more / kept;
    }
    if (is_too_soft) aim.peak_rad *= in_peak * bound / tuned.peak.rad;
    point = improved(point, aim, again);
  }
  if (!(tuned.fraction(wanted.margins) >= 1)) return std::nullopt;
  return tuned;
}

}  // namespace montecopter
