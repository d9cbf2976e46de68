#pragma once
/// The search for the pace of a cascade at which its loop, as it is flown, has what is wanted. Of
/// all paces the margins are those of the whole loop, broken at its commands (stability/), so that
/// sampling, hold, delay, the lag of motors and the age of what is measured are in them.

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"
#include "stability/hover_margins.hpp"
#include "tune/law_gains.hpp"

namespace montecopter {

/// Margins that every commanded axis keeps.
struct WantedMargins {
  double phase_deg = 45, gain_db = 6;
};

/// What a loop of some pace is like.
struct TunedLoop {
  Pace pace;
  std::vector<BrokenLoop> axes;  ///< broken at its commands; empty: it is unstable
  /// Fraction of the commands' margins that a step takes; NaN: it was not looked at.
  double step_demand = std::numeric_limits<double>::quiet_NaN();

  bool is_stable() const { return !axes.empty(); }
  /// The lower bandwidth of roll and pitch [rad/s]. NaN: there is none.
  double bandwidth_rad_s() const;
  /// Margins over those wanted, the least: 1 or more keeps them. Of an unstable loop 0.
  double fraction(const WantedMargins& wanted) const;
  /// The axis that has it, of a stable loop.
  const BrokenLoop& worst(const WantedMargins& wanted) const;
};

/// A control law with gains to be found, on the nominal vehicle of a scenario.
class GainSearch {
 public:
  /// `plan` with the scenario of a point, which closes a loop around a multirotor. `step`: of what
  /// the control law follows, without more than most_step_demand of the commands' margins: metres,
  /// of a rate controller rad/s.
  GainSearch(Plan plan, std::string_view law, double step);

  /// A pace with the low-pass of indi that goes with it.
  Pace pace(double rad_s, double outer) const;
  /// The controller of a pace, and its loop; nullopt: the vehicle has no hover.
  Controller controller(const Pace& pace) const;
  std::optional<HoverLoop> loop(const Pace& pace) const;
  TunedLoop at(const Pace& pace, bool with_step = true) const;

  /// The fastest loop with these margins and, if `within_step`, that step. nullopt: there is none.
  std::optional<TunedLoop> fastest(const WantedMargins& wanted, bool within_step);
  /// The loop in which roll and pitch have this bandwidth, with low-passes as for these margins.
  std::optional<TunedLoop> of_bandwidth(double rad_s, const WantedMargins& wanted);

  bool is_rate() const { return follows_only_body_rates(law_); }

  /// A thrust that goes with the square of a speed is at its limit where half of the way in speed
  /// would be, and a vehicle that leans needs some besides.
  static constexpr double most_step_demand = 0.4;

 private:
  void settle_filter(const WantedMargins& wanted);
  std::optional<TunedLoop> fastest_of(const WantedMargins& wanted, bool within_step,
                                      double outer) const;
  std::optional<TunedLoop> with_bandwidth(double rad_s, double outer) const;
  TunedLoop with_outer_slowed(const TunedLoop& found) const;
  template <class Find>
  std::optional<TunedLoop> without_saturation(const Find& find) const;

  Plan plan_;
  Controller own_;
  std::string_view law_;
  LawSettings settings_;
  double step_;
  double highest_cutoff_hz_ = Pace::highest_cutoff_hz;
};

}  // namespace montecopter
