#include "tune/gain_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/degrees.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "scenario/controls.hpp"
#include "tune/step_demand.hpp"

namespace montecopter {
namespace {

constexpr double slowest_rad_s = 0.05, fastest_rad_s = 5000;

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

}  // namespace

double TunedLoop::bandwidth_rad_s() const {
  double least = std::numeric_limits<double>::infinity();
  for (const BrokenLoop& axis : axes) {
    if (axis.name != "roll" && axis.name != "pitch") continue;
    const double own = axis.margins.bandwidth_rad_s;
    if (std::isnan(own)) return own;  // a minimum would depend on the order
    least = std::min(own, least);
  }
  return std::isfinite(least) ? least : std::numeric_limits<double>::quiet_NaN();
}

double TunedLoop::fraction(const WantedMargins& wanted) const {
  return is_stable() ? fraction_of(worst(wanted).margins, wanted) : 0;
}

const BrokenLoop& TunedLoop::worst(const WantedMargins& wanted) const {
  return *std::min_element(axes.begin(), axes.end(), [&](const auto& a, const auto& b) {
    constexpr double alike = 1e-6;  // then the first
    return fraction_of(a.margins, wanted) < fraction_of(b.margins, wanted) - alike;
  });
}

GainSearch::GainSearch(Plan plan, std::string_view law, double step)
    : plan_(std::move(plan)), own_(*plan_.scenario.controller), law_(law), step_(step) {
  Scenario& there = plan_.scenario;
  settings_.timing = *loop_timing(own_);
  const WorldConstants<double> world = fold_world(*there.environment, {0, 0, 0});
  const auto& vehicle = std::get<Multirotor>(*there.vehicle);
  settings_.weight_n = vehicle.mass_kg * world.gravity[0];
  settings_.hover_thrust_fraction =
      settings_.weight_n / fold_allocation(vehicle, world.air.density_kg_m3).thrust_high;
  if (!is_rate() && !there.trajectory) there.trajectory = Trajectory(HoverTrajectory());
  if (const auto slow = loop({})) settings_.motor_lag_s = motor_lag_s(*slow);
}

Controller GainSearch::controller(const Pace& pace) const {
  return law_of_pace(law_, own_, settings_, pace);
}

std::optional<HoverLoop> GainSearch::loop(const Pace& pace) const {
  Plan plan = plan_;
  plan.scenario.controller = controller(pace);
  const auto& control = plan.time.control;
  return hover_loop(plan, plan.scenario, control.every, control.delay);
}

TunedLoop GainSearch::at(const Pace& pace, bool with_step) const {
  constexpr double in_paces = 30;  // after which no more is asked for than at the start
  TunedLoop tuned;
  tuned.pace = pace;
  const auto closing = loop(pace);
  if (!closing) return tuned;
  const LoopModel model = without_unobservable_states(closed(*closing));
  if (!(model.growth_1_s() <= least_growth_1_s)) return tuned;
  tuned.axes = commanded_loops(*closing, model);
  if (!with_step) return tuned;
  tuned.step_demand = 0;
  const Eigen::Index first = is_rate() ? 9 : 0;  // of what is measured
  for (Eigen::Index k = first; k < first + 3; ++k) {
    tuned.step_demand =
        std::max(tuned.step_demand, step_demand(*closing, k, step_, in_paces / pace.rad_s));
  }
  return tuned;
}

/// A filter that is slower than the loops would add to them what they do not need.
Pace GainSearch::pace(double rad_s, double outer) const {
  constexpr double filter_apart = 6;
  return {rad_s, outer, std::min(highest_cutoff_hz_, filter_apart * rad_s / rad_per_turn)};
}

/// The innermost loop of indi is its filter and the model of the motors, whatever the gains: its
/// cut-off is the highest at which that alone keeps the margins.
void GainSearch::settle_filter(const WantedMargins& wanted) {
  if (law_ != IndiController::type_name) return;
  constexpr double wide = 1.6, narrow = 1.05, lowest_hz = 0.05;
  const auto keeps = [&](double cutoff_hz) {
    return at({slowest_rad_s, 1, cutoff_hz}, false).fraction(wanted) >= 1;
  };
  double bad = std::min(Pace::highest_cutoff_hz, 0.25 * settings_.timing.rate_hz.hz());
  double good = bad;
  while (good > lowest_hz && !keeps(good)) bad = good, good /= wide;
  while (bad > narrow * good) {
    const double middle = std::sqrt(good * bad);
    (keeps(middle) ? good : bad) = middle;
  }
  highest_cutoff_hz_ = good;
}

std::optional<TunedLoop> GainSearch::fastest_of(const WantedMargins& wanted, bool within_step,
                                                double outer) const {
  const auto keeps = [&](double rad_s) {
    const TunedLoop tuned = at(pace(rad_s, outer), within_step);
    return tuned.fraction(wanted) >= 1 && (!within_step || tuned.step_demand <= most_step_demand);
  };
  constexpr double first_rad_s = 10, wide = 1.6, narrow = 1.003;
  double good = first_rad_s, bad = first_rad_s;
  bool does = keeps(good);
  if (does) {
    while (bad < fastest_rad_s && keeps(bad *= wide)) good = bad;
  } else {
    while (!does && good > slowest_rad_s) bad = good, does = keeps(good /= wide);
    if (!does) return std::nullopt;
  }
  while (bad > narrow * good) {
    const double middle = std::sqrt(good * bad);
    (keeps(middle) ? good : bad) = middle;
  }
  return at(pace(good, outer));
}

/// Bandwidths are nearly proportional to paces.
std::optional<TunedLoop> GainSearch::with_bandwidth(double rad_s, double outer) const {
  constexpr double near = 1e-3;  // a bandwidth to a thousandth of what is wanted
  double paced = 0.5 * rad_s;
  for (int k = 0; k < 30; ++k) {
    const double there = at(pace(paced, outer), false).bandwidth_rad_s();
    if (!std::isfinite(there)) return std::nullopt;
    if (std::fabs(there / rad_s - 1) < near) return at(pace(paced, outer));
    paced *= std::clamp(rad_s / there, 0.7, 1.4);
  }
  return std::nullopt;
}

/// The same pace with the outer loops as fast as a step lets them be.
TunedLoop GainSearch::with_outer_slowed(const TunedLoop& found) const {
  // The search by ratios begins at loops that as good as stand still, and ends at a hundredth.
  constexpr double least = 1e-3, narrow = 1.01;
  if (found.step_demand <= most_step_demand) return found;
  double good = least, bad = found.pace.outer;
  TunedLoop slowed = at(pace(found.pace.rad_s, good));
  while (bad > narrow * good) {
    const double middle = std::sqrt(good * bad);
    TunedLoop tried = at(pace(found.pace.rad_s, middle));
    const bool fits = tried.is_stable() && tried.step_demand <= most_step_demand;
    (fits ? good : bad) = middle;
    if (fits) slowed = std::move(tried);
  }
  return slowed;
}

/// What is found with outer loops of a share, and that share so far down that a step does not
/// saturate: each in its turn, until the first is found where the second left off.
template <class Find>
std::optional<TunedLoop> GainSearch::without_saturation(const Find& find) const {
  constexpr double near = 1.02, slower = 0.97;
  double outer = 1;
  std::optional<TunedLoop> found = find(outer);
  if (is_rate()) return found;
  for (int turn = 0; turn < 8 && found && found->step_demand > most_step_demand; ++turn) {
    const TunedLoop slowed = with_outer_slowed(*found);
    if (slowed.pace.outer * near > outer) outer *= slower;
    outer = std::min(outer, slowed.pace.outer);
    found = find(outer);
  }
  return found;
}

std::optional<TunedLoop> GainSearch::fastest(const WantedMargins& wanted, bool within_step) {
  settle_filter(wanted);
  if (within_step) return fastest_of(wanted, true, 1);
  return without_saturation([&](double outer) { return fastest_of(wanted, false, outer); });
}

std::optional<TunedLoop> GainSearch::of_bandwidth(double rad_s, const WantedMargins& wanted) {
  settle_filter(wanted);
  return without_saturation([&](double outer) { return with_bandwidth(rad_s, outer); });
}

}  // namespace montecopter
