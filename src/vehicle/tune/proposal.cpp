#include "vehicle/tune/proposal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "core/numerics/degrees.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/model/sweep.hpp"
#include "vehicle/import/px4_airframe.hpp"
#include "vehicle/stability/asked_point.hpp"
#include "vehicle/stability/margin_warnings.hpp"

namespace montecopter {
namespace {

[[noreturn]] void cannot(const std::string& where, const std::string& why) {
  throw NoSuchGains(where, why);
}

std::string margins_words(const MarginBounds& m) {
  return fmt::format("a phase margin of {:.3g} degrees and a gain margin of {:.3g} dB", m.phase_deg,
                     m.gain_db);
}

/// "a step of 1 m"
std::string step_words(const GainSearch& search, double step) {
  return fmt::format("a step of {:.3g} {}", step, search.is_rate() ? "rad/s" : "m");
}

/// "roll has a phase margin of 45 degrees at 12.7 rad/s", for the axis nearest to its required
/// margin, and the causes of its phase lag.
std::string worst_words(const GainSearch& search, const TunedLoop& tuned,
                        const MarginBounds& wanted) {
  const BrokenLoop& worst = tuned.worst(wanted);
  const LoopMargins& m = worst.margins;
  const bool is_phase = m.phase_deg.value / wanted.phase_deg <= m.gain_db() / wanted.gain_db;
  const AtFrequency& gain =
      m.gain_up_db.value <= m.gain_down_db.value ? m.gain_up_db : m.gain_down_db;
  const AtFrequency& least = is_phase ? m.phase_deg : gain;
  const HoverLoop loop = *search.loop(tuned.pace);
  const std::vector<std::string> axes = commanded_axes(loop);
  const auto axis = std::find(axes.begin(), axes.end(), worst.name) - axes.begin();
  return fmt::format("{} has a {} margin of {:.3g} {} at {:.3g} rad/s; {}", worst.name,
                     is_phase ? "phase" : "gain", least.value, is_phase ? "degrees" : "dB",
                     least.rad_s, phase_words(phase_taken(loop, axis, least.rad_s)));
}

/// Throws Error(usage) if a control law cannot fly the scenario at a point.
void require_law_suits(const Scenario& there, std::string_view law, const std::string& where) {
  if (std::find(tuned_laws.begin(), tuned_laws.end(), law) == tuned_laws.end()) {
    throw Error(ExitCode::usage,
                Problem{where, fmt::format("gains of the type {} are not proposed", law), "",
                        fmt::format("Name another law, --law {}", fmt::join(tuned_laws, "|"))});
  }
  const LoopTiming* timing = loop_timing(*there.controller);
  if (timing == nullptr) {
    throw Error(
        ExitCode::usage,
        Problem{where, "a command table closes no loop, so it has no gains", "",
                "Give [controller] a type that closes a loop, with the rate_hz and delay_s of "
                "the real controller"});
  }
  if (!std::holds_alternative<Multirotor>(*there.vehicle)) {
    throw Error(ExitCode::usage,
                Problem{where, "these laws command rotor thrusts, and the vehicle is a helicopter",
                        "", "Use an lqr, which is designed from the vehicle"});
  }
  if (law_has_memory(law) && timing->rate_hz.is_continuous()) {
    throw Error(
        ExitCode::usage,
        Problem{
            where,
            fmt::format(
                "{} filters or integrates from update to update, and the rate is \"continuous\"",
                law),
            "", "Use --set controller.rate_hz=500, for example"});
  }
}

/// Plan of a sweep point, with its numbers.
Plan plan_at(const Plan& plan, std::int64_t point) {
  require_point(plan, point);
  Plan at = plan.at(point);
  if (plan.sweep.axes() > 0) SweepTargets(plan.sweep, at.scenario).go_to(point);
  return at;
}

/// Throws the reason why no candidate keeps the margins, from loops in the middle of the ranges.
[[noreturn]] void refuse_margins(const GainSearch& search, const GainWish& wish,
                                 const std::string& where) {
  constexpr double slow_rad_s = 0.1, fast_rad_s = 100, next = 1.6;
  const MarginBounds wanted = wish.margins();
  TunedLoop best;
  for (double rad_s = slow_rad_s; rad_s < fast_rad_s; rad_s *= next) {
    TunedLoop there = search.at(search.middle(rad_s));
    if (there.fraction(wanted) > best.fraction(wanted)) best = std::move(there);
  }
  const std::string among = fmt::format("none of {} candidates", search.candidates());
  if (!best.is_stable()) {
    cannot(where, among +
                      " is stable, nor is any loop of this law with usual ratios from 0.1 to "
                      "100 rad/s.");
  }
  if (best.fraction(wanted) >= 1) {
    cannot(where,
           fmt::format("{} keeps {} and does not saturate the rotors in {}. Give a shorter --step.",
                       among, margins_words(wanted), step_words(search, wish.step)));
  }
  cannot(where,
         fmt::format(
             "{} keeps {}, fast or slow. At best, with usual ratios, {}. Ask for smaller margins.",
             among, margins_words(wanted), worst_words(search, best, wanted)));
}

GainAim aim_of(const GainWish& wish) {
  GainAim aim;
  aim.margins = wish.margins();
  aim.bandwidth_rad_s = wish.bandwidth_rad_s;
  aim.within_step = !wish.asks_for_margins() && !wish.bandwidth_rad_s;
  return aim;
}

/// Throws the reason why no candidate has this bandwidth with these margins.
[[noreturn]] void refuse_bandwidth(GainSearch& search, const GainWish& wish,
                                   const std::string& where) {
  GainAim aim = aim_of(wish);
  aim.bandwidth_rad_s = std::nullopt;
  const auto fastest = search.best(aim);
  if (!fastest) refuse_margins(search, wish, where);
  const double most = fastest->bandwidth_rad_s();
  if (*wish.bandwidth_rad_s < most) {
    cannot(where,
           fmt::format("none of {} candidates gives roll and pitch a bandwidth of {:.4g} "
                       "rad/s with {}, but faster candidates exist. Ask for a larger bandwidth.",
                       search.candidates(), *wish.bandwidth_rad_s, margins_words(aim.margins)));
  }
  cannot(where,
         fmt::format("none of {} candidates gives roll and pitch a bandwidth of {:.4g} rad/s "
                     "with {}. The fastest candidate has {:.4g} rad/s, where {}.",
                     search.candidates(), *wish.bandwidth_rad_s, margins_words(aim.margins), most,
                     worst_words(search, *fastest, aim.margins)));
}

TunedLoop tuned_as_wished(GainSearch& search, const GainWish& wish, double px4_peak_rad,
                          const std::string& where) {
  GainAim aim = aim_of(wish);
  aim.peak_rad = wish.peak_deg ? *wish.peak_deg / deg_per_rad : px4_peak_rad;
  const auto tuned = search.best(aim);
  if (!tuned && wish.bandwidth_rad_s) refuse_bandwidth(search, wish, where);
  if (!tuned) refuse_margins(search, wish, where);
  if (wish.peak_deg && !(tuned->peak.deg() <= *wish.peak_deg)) {
    cannot(where,
           fmt::format("none of {} candidates keeps {} and tilts by at most {:.3g} degrees "
                       "after the moment of {:.3g} N m. The smallest tilt is {:.3g} degrees.",
                       search.candidates(), margins_words(aim.margins), *wish.peak_deg,
                       tuned->peak.moment_n_m, tuned->peak.deg()));
  }
  return *tuned;
}

/// "The proposed gains have a larger peak tilt than PX4's defaults: 5.4 degrees, not 2.1."
std::optional<std::string> larger_peak(const GainQuality& proposed, const GainQuality& other) {
  constexpr double alike = 1.005;  // three digits are printed
  if (!(proposed.peak.rad > alike * other.peak.rad)) return std::nullopt;
  return fmt::format(
      "The proposed gains have a larger peak tilt than {}: {:.3g} degrees, not {:.3g}.",
      other.gains == "of the scenario" ? "the gains of the scenario" : other.gains,
      proposed.peak.deg(), other.peak.deg());
}

std::vector<std::string> notes_on(const GainSearch& search, const GainProposal& proposal) {
  const TunedLoop& tuned = proposal.loop;
  const GainWish& wish = proposal.wish;
  const std::string step = step_words(search, wish.step);
  std::vector<std::string> notes;
  notes.push_back(fmt::format("Limiting margin: {}.", worst_words(search, tuned, wish.margins())));
  for (const GainQuality& other : proposal.compared) {
    if (const auto note = larger_peak(proposal.compared.front(), other)) notes.push_back(*note);
  }
  if (tuned.pace.outer < 1 && !search.is_rate()) {
    notes.push_back(
        fmt::format("Velocity and position are {:.3g} times slower than the usual third and "
                    "sixth of attitude, so that {} does not saturate the rotors.",
                    1 / tuned.pace.outer, step));
  }
  if (tuned.step_demand > 1) {
    notes.push_back(
        fmt::format("At this pace {} saturates the rotors: it demands {:.3g} times "
                    "their reserve at hover.",
                    step, tuned.step_demand));
  }
  return notes;
}

std::optional<GainQuality> px4_quality(const GainSearch& search, const Scenario& there,
                                       std::string_view law) {
  const auto authority = px4_authority(std::get<Multirotor>(*there.vehicle));
  if (!authority || loop_timing(*there.controller)->rate_hz.is_continuous()) return std::nullopt;
  const auto loop =
      search.loop_with(px4_defaults(law, *there.controller, search.settings(), *authority));
  if (!loop) return std::nullopt;
  return quality_of("PX4's defaults", search.disturbances(), *loop);
}

}  // namespace

MarginBounds GainWish::margins() const {
  MarginBounds wanted;
  if (bandwidth_rad_s) wanted = {least_phase_margin_deg, least_gain_margin_db};
  wanted.phase_deg = phase_deg.value_or(wanted.phase_deg);
  wanted.gain_db = gain_db.value_or(wanted.gain_db);
  return wanted;
}

GainProposal propose_gains(const Plan& plan, std::int64_t point, std::string_view law,
                           const GainWish& wish, const std::string& where, bool has_gains,
                           bool with_margins) {
  const Plan there = plan_at(plan, point);
  const Scenario& scenario = there.scenario;
  require_law_suits(scenario, law, where);
  auto vehicle = commanded_vehicle(scenario);
  if (!vehicle) {
    cannot(where,
           "the vehicle has no hover within the limits of its commands. `montecopter vehicle` "
           "shows what it can do.");
  }
  GainSearch search(there, std::move(*vehicle), law, wish.step, wish.moment_n_m);
  const std::optional<GainQuality> px4 = px4_quality(search, scenario, law);
  GainProposal proposal;
  proposal.wish = wish;
  proposal.is_lost_rotor = search.disturbances().is_lost_rotor;
  const double px4_peak_rad = px4 && px4->is_stable ? px4->peak.rad : 0;
  proposal.loop = tuned_as_wished(search, wish, px4_peak_rad, where);
  proposal.candidates = search.candidates();
  proposal.searched = search.searched();
  proposal.controller = search.controller(proposal.loop.pace);
  const HoverLoop loop = *search.loop(proposal.loop.pace);
  proposal.compared.push_back(quality_of("proposed", search.disturbances(), loop));
  if (has_gains && closes_known_loop(*scenario.controller)) {
    if (const auto own = search.loop_with(*scenario.controller)) {
      proposal.compared.push_back(quality_of("of the scenario", search.disturbances(), *own));
    }
  }
  if (px4) proposal.compared.push_back(*px4);
  proposal.notes = notes_on(search, proposal);
  MarginReport& report = proposal.report;
  report.name = scenario.name, report.controller = law;
  report.point = point, report.points = plan.sweep.points();
  report.uses_estimate = loop_timing(proposal.controller)->uses_estimate();
  if (with_margins) report.margins = hover_margins(loop);
  return proposal;
}

}  // namespace montecopter
