#include "vehicle/tune/gain_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/degrees.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "scenario/controls.hpp"
#include "vehicle/stability/loop_noise.hpp"
#include "vehicle/tune/step_demand.hpp"

namespace montecopter {
namespace {

constexpr double slowest_rad_s = 0.05, fastest_rad_s = 5000;
constexpr double yaw_fraction = 0.4;
constexpr double infinity = std::numeric_limits<double>::infinity();

double fraction_of(const LoopMargins& m, const WantedMargins& wanted) {
  return std::min(m.phase_deg.value / wanted.phase_deg, m.gain_db() / wanted.gain_db);
}

/// The time constant by which the moment of roll lags behind its command at low frequencies.
double motor_lag_s(const HoverLoop& loop) {
  constexpr Eigen::Index roll = 1;
  constexpr double slow_rad_s = 0.1;
  const double lag_rad =
      phase_taken(loop, roll, slow_rad_s).actuators_deg / elementary::radian_high;
  return std::max(lag_rad / slow_rad_s, 0.0);
}

CalmAir air_of(const Scenario& there) {
  const WorldConstants<double> world = fold_world(*there.environment, {0, 0, 0});
  return {world.gravity[0], world.air.density_kg_m3};
}

/// Ranges of the numbers of a pace that a control law leaves free. Filters: of the updates' rate a
/// fiftieth to two fifths, of indi to the 30 Hz of the paper.
std::vector<SearchedRange> ranges_of(std::string_view law, const LoopTiming& timing) {
  const FreeNumbers free = free_numbers(law);
  std::vector<SearchedRange> ranges;
  if (free.attitude) ranges.push_back({"pace of body rate over that of attitude", "", 1.2, 4});
  if (free.derivative) ranges.push_back({"derivative gain", "", 0, 8});
  if (free.cutoff) {
    const double rate_hz = timing.rate_hz.hz();
    const double most = 0.4 * rate_hz;
    if (law == IndiController::type_name) {
      ranges.push_back({"cut-off of its filter", "Hz", 0.3, std::min(30.0, most)});
    } else {
      ranges.push_back({"cut-off of its filter", "Hz", 0.02 * rate_hz, most});
    }
  }
  if (free.integral) ranges.push_back({"pace of body rate over that of its integral", "", 4, 40});
  return ranges;
}

}  // namespace

double TunedLoop::fraction(const WantedMargins& wanted) const {
  return is_stable() ? fraction_of(worst(wanted).margins, wanted) : 0;
}

const BrokenLoop& TunedLoop::worst(const WantedMargins& wanted) const {
  return *std::min_element(axes.begin(), axes.end(), [&](const auto& a, const auto& b) {
    constexpr double alike = 1e-6;  // then the first
    return fraction_of(a.margins, wanted) < fraction_of(b.margins, wanted) - alike;
  });
}

struct GainSearch::Screened {
  double fraction = -infinity, bandwidth_rad_s = 0;  ///< margins over those wanted
  bool is_within_step = true;
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
    const double shift = range.low > 0 ? 0 : 1;  // of a derivative gain its factor 1 + d
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

std::optional<HoverLoop> GainSearch::loop_with(const Controller& controller) const {
  Plan plan = plan_;
  plan.scenario.controller = controller;
  const auto& control = plan.time.control;
  return hover_loop(plan, plan.scenario, control.every, control.delay, "controller", &vehicle_);
}

std::optional<HoverLoop> GainSearch::loop(const Pace& pace) const {
  return loop_with(controller(pace));
}

double GainSearch::step_demand_of(const HoverLoop& loop, const Pace& pace) const {
  constexpr double in_paces = 30;  // after which no more is asked for than at the start
  const Eigen::Index first = is_rate() ? 9 : 0;  // of what is measured
  double most = 0;
  for (Eigen::Index k = first; k < first + 3; ++k) {
    most = std::max(most, step_demand(loop, k, step_, in_paces / pace.rad_s));
  }
  return most;
}

TunedLoop GainSearch::at(const Pace& pace) const {
  TunedLoop tuned;
  tuned.pace = pace;
  const auto closing = loop(pace);
  if (!closing) return tuned;
  const LoopModel all = closed(*closing), model = without_unobservable_states(all);
  if (!(model.growth_1_s() <= least_growth_1_s)) return tuned;
  tuned.axes = commanded_loops(*closing, model);
  tuned.peak = peak_after_moments(disturbances_, *closing, all);
  tuned.step_demand = step_demand_of(*closing, pace);
  return tuned;
}

double GainSearch::margins_left(const ScreenedAxis& axis, const GainAim& aim) const {
  return std::min(axis.phase_deg / aim.margins.phase_deg, axis.gain_db / aim.margins.gain_db);
}

GainSearch::Screened GainSearch::screened(const Pace& pace, const GainAim& aim) const {
  ++candidates_;
  Screened found;
  const auto closing = loop(pace);
  if (!closing) return found;
  found.fraction = infinity;
  const std::vector<ScreenedAxis> axes = screen_->axes(closing->law);
  for (const ScreenedAxis& axis : axes) {
    found.fraction = std::min(found.fraction, margins_left(axis, aim));
  }
  found.bandwidth_rad_s = std::min(axes[1].bandwidth_rad_s, axes[2].bandwidth_rad_s);
  if (std::isnan(axes[1].bandwidth_rad_s + axes[2].bandwidth_rad_s)) found.fraction = -infinity;
  if (is_rate() && aim.within_step && found.fraction >= 1) {
    found.is_within_step = step_demand_of(*closing, pace) <= most_step_demand;
  }
  return found;
}

/// The greatest pace that keeps the margins, by the chord of what is left of them.
std::optional<GainSearch::Candidate> GainSearch::fastest_at(const std::vector<double>& x,
                                                            const GainAim& aim) const {
  constexpr double near = 1.06, wide = 1.6, narrow = 1.008, enough = 1.004;
  Screened best;
  double left_good = 0, left_bad = 0;  // fractions of the margins
  const auto keeps = [&](double rad_s) {
    const Screened there = screened(pace_of(x, rad_s), aim);
    const bool does = there.fraction >= 1 && there.is_within_step;
    if (does) best = there;
    (does ? left_good : left_bad) = there.is_within_step ? std::max(there.fraction, 0.0) : 0;
    return does;
  };
  double good = last_rad_s_, bad = last_rad_s_, factor = near;
  if (keeps(good)) {
    while (bad < fastest_rad_s && keeps(bad *= factor)) good = bad, factor *= wide;
  } else {
    for (bool does = false; !does; factor *= wide) {
      bad = good, good /= factor;
      if (good < slowest_rad_s) return std::nullopt;
      does = keeps(good);
    }
  }
  while (bad > narrow * good && left_good > enough) {
    const double part = std::clamp((left_good - 1) / (left_good - left_bad), 0.15, 0.85);
    const double middle = good * exp(part * log(bad / good));
    (keeps(middle) ? good : bad) = middle;
  }
  last_rad_s_ = good;
  return Candidate{pace_of(x, good), best.bandwidth_rad_s};
}

/// The pace with the bandwidth that is wanted, which grows with it.
std::optional<GainSearch::Candidate> GainSearch::with_bandwidth(const std::vector<double>& x,
                                                                const GainAim& aim) const {
  constexpr double narrow = 1.0005;
  const double wanted = *aim.bandwidth_rad_s;
  double low = std::max(0.002 * wanted, slowest_rad_s), high = std::min(3 * wanted, fastest_rad_s);
  if (screened(pace_of(x, low), aim).bandwidth_rad_s > wanted) return std::nullopt;
  Screened there;
  while (high > narrow * low) {
    const double middle = std::sqrt(low * high);
    there = screened(pace_of(x, middle), aim);
    (there.bandwidth_rad_s > wanted ? high : low) = middle;
  }
  constexpr double near = 0.01;
  if (!(std::fabs(there.bandwidth_rad_s / wanted - 1) < near)) return std::nullopt;
  if (!(there.fraction >= 1 && there.is_within_step)) return std::nullopt;
  return Candidate{pace_of(x, low), there.bandwidth_rad_s};
}

/// Noise of the gyroscope and peak. False: `check` would warn of the noise.
bool GainSearch::measure(Candidate& candidate) const {
  const auto closing = loop(candidate.pace);
  const LoopModel model = closed(*closing);
  if (!(noise_fraction(plan_.scenario, model) <= most_noise_fraction)) return false;
  candidate.peak_rad = peak_after_moments(disturbances_, *closing, model).rad;
  return true;
}

/// nullopt also of one that is not faster than `least_rad_s`.
std::optional<GainSearch::Candidate> GainSearch::candidate(const std::vector<double>& x,
                                                           const GainAim& aim,
                                                           double least_rad_s) const {
  if (aim.bandwidth_rad_s) {
    auto found = with_bandwidth(x, aim);
    return found && measure(*found) ? found : std::nullopt;
  }
  auto found = fastest_at(x, aim);
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

/// The innermost loop of indi is its filter and the model of the motors, whatever the gains: higher
/// cut-offs than the highest at which that alone keeps the margins are not searched.
void GainSearch::settle_filter(const GainAim& aim) {
  if (law_ != IndiController::type_name) return;
  constexpr double narrow = 0.02;
  auto& [low, high] = ranges_.back();
  high = log(ranges_of(law_, settings_.timing).back().high);
  Pace pace = middle(slowest_rad_s);
  const auto keeps = [&](double x) {
    pace.cutoff_hz = exp(x);
    ++candidates_;
    const auto closing = loop(pace);
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

/// The greatest pace of yaw with these margins, beside slow roll and pitch.
void GainSearch::settle_yaw(const GainAim& aim) {
  constexpr Eigen::Index yaw = 3;
  constexpr double narrow = 1.02, slow_rad_s = 1;
  most_yaw_rad_s_ = infinity;
  Pace pace = middle(slow_rad_s);
  const auto keeps = [&](double rad_s) {
    pace.yaw_rad_s = rad_s;
    ++candidates_;
    const auto closing = loop(pace);
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

/// Peaks above the bound count first, then bandwidth; of bandwidths that are alike a stiff loop has
/// the better one by a fiftieth at most, so that a search does not end on a ridge.
double GainSearch::merit(const std::vector<double>& x, const GainAim& aim, double least) const {
  constexpr double stiff = 0.02;
  const auto found = candidate(x, aim, least > 0 ? least / (1 + stiff) : 0);
  if (!found) return -infinity;
  if (found->peak_rad > aim.peak_rad || aim.bandwidth_rad_s) return -found->peak_rad;
  const double within = std::isfinite(aim.peak_rad) ? 1 - found->peak_rad / aim.peak_rad : 0;
  return found->bandwidth_rad_s * (1 + stiff * within);
}

/// The best of a coarse grid over the ranges.
std::vector<SearchPoint> GainSearch::starts(const GainAim& aim) const {
  constexpr std::size_t most = 1;
  std::vector<std::vector<double>> grid = {{}};
  const FreeNumbers free = free_numbers(law_);
  std::vector<std::vector<double>> parts;  // of each range
  if (free.attitude) parts.push_back({0.05, 0.3});
  if (free.derivative) parts.push_back({0, 0.4, 0.62});
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
  std::vector<SearchPoint> points;
  for (std::vector<double>& x : grid) {
    const double worth = merit(x, aim, -infinity);
    if (std::isfinite(worth)) points.push_back({std::move(x), worth});
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const auto& a, const auto& b) { return a.merit > b.merit; });
  points.resize(std::min(points.size(), most));
  return points;
}

/// As far as it goes from there; a bound of the peak that nothing keeps is raised.
SearchPoint GainSearch::improved(const std::vector<SearchPoint>& from, GainAim& aim,
                                 double wide) const {
  constexpr double narrow = 0.02, more = 1.1;
  const auto worth = [&](const std::vector<double>& x, double least) {
    return merit(x, aim, least);
  };
  const auto search = [&](const std::vector<double>& x) {
    return pattern_search({x, worth(x, -infinity)}, ranges_, wide, narrow, worth);
  };
  SearchPoint best{{}, -infinity};
  for (const SearchPoint& point : from) {
    SearchPoint found = search(point.at);
    if (best.at.empty() || found.merit > best.merit) best = std::move(found);
  }
  if (aim.bandwidth_rad_s || !(best.merit < 0) || !std::isfinite(best.merit)) return best;
  aim.peak_rad = more * -best.merit;
  return search(best.at);
}

/// With the pace of a screened one, exactly.
TunedLoop GainSearch::settled(const Pace& found, const GainAim& aim) const {
  const auto with = [&](double rad_s) {
    Pace pace = found;
    pace.rad_s = rad_s, pace.yaw_rad_s = std::min(yaw_fraction * rad_s, most_yaw_rad_s_);
    return at(pace);
  };
  if (aim.bandwidth_rad_s) {
    constexpr double near = 1e-3;  // a bandwidth to a thousandth of what is wanted
    TunedLoop tuned = with(found.rad_s);
    for (int k = 0; k < 20; ++k) {
      const double ratio = *aim.bandwidth_rad_s / tuned.bandwidth_rad_s();
      if (!std::isfinite(ratio) || std::fabs(ratio - 1) < near) break;
      tuned = with(tuned.pace.rad_s * std::clamp(ratio, 0.7, 1.4));
    }
    return tuned;
  }
  constexpr double wide = 1.03, narrow = 1.003;
  TunedLoop best = with(found.rad_s);
  const auto keeps = [&](const TunedLoop& tuned) {
    return tuned.fraction(aim.margins) >= 1 &&
           (!is_rate() || !aim.within_step || tuned.step_demand <= most_step_demand);
  };
  double good = found.rad_s, bad = found.rad_s;
  if (keeps(best)) {
    for (int k = 0; k < 3 && bad == good; ++k) {
      bad *= wide;
      TunedLoop next = with(bad);
      if (keeps(next)) good = bad, best = std::move(next);
    }
  } else {
    for (bool does = false; !does && good > slowest_rad_s;) {
      bad = good, good /= wide;
      best = with(good);
      does = keeps(best);
    }
  }
  while (bad > narrow * good) {
    const double middle = std::sqrt(good * bad);
    TunedLoop next = with(middle);
    const bool does = keeps(next);
    (does ? good : bad) = middle;
    if (does) best = std::move(next);
  }
  return best;
}

/// The same pace with the outer loops as fast as a step lets them be.
TunedLoop GainSearch::with_outer_slowed(const TunedLoop& found) const {
  // The search by ratios begins at loops that as good as stand still, and ends at a hundredth.
  constexpr double least = 1e-3, narrow = 1.01;
  if (is_rate() || found.step_demand <= most_step_demand) return found;
  double good = least, bad = found.pace.outer;
  const auto with = [&](double outer) {
    Pace pace = found.pace;
    pace.outer = outer;
    return at(pace);
  };
  TunedLoop slowed = with(good);
  while (bad > narrow * good) {
    const double middle = std::sqrt(good * bad);
    TunedLoop tried = with(middle);
    const bool fits = tried.is_stable() && tried.step_demand <= most_step_demand;
    (fits ? good : bad) = middle;
    if (fits) slowed = std::move(tried);
  }
  return slowed;
}

std::optional<TunedLoop> GainSearch::best(const GainAim& wanted) {
  constexpr double wide = 0.12, again = 0.03, near = 0.9, in_peak = 0.99;
  outer_ = 1;
  if (!screen_) return std::nullopt;
  GainAim aim = wanted;
  settle_filter(aim);
  settle_yaw(aim);
  const std::vector<SearchPoint> from = starts(aim);
  if (from.empty()) return std::nullopt;
  SearchPoint point = improved(from, aim, wide);
  const double bound = aim.peak_rad;
  TunedLoop tuned;
  for (int turn = 0; turn < 4; ++turn) {  // until what is settled exactly is within both bounds
    const auto found = candidate(point.at, aim);
    if (!found) return std::nullopt;
    tuned = with_outer_slowed(settled(found->pace, aim));
    const bool is_slower = tuned.pace.outer < near * outer_;
    if (!tuned.is_stable() || (!is_slower && tuned.peak.rad <= bound)) break;
    outer_ = std::min(outer_, tuned.pace.outer);
    if (tuned.peak.rad > bound) aim.peak_rad *= in_peak * bound / tuned.peak.rad;
    point = improved({point}, aim, again);
  }
  if (!(tuned.fraction(aim.margins) >= 1)) return std::nullopt;
  return tuned;
}

}  // namespace montecopter
