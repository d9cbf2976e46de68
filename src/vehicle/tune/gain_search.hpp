#pragma once
/// The search for the gains of a cascade with which its loop, as it is flown, is as wanted. Of all
/// gains the margins are those of the whole loop, broken at its commands (stability/), so that
/// sampling, hold, delay, the lag of motors and the age of what is measured are in them. Many
/// candidates are examined on a grid of frequencies (loop_screen.hpp), the last ones exactly.

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"
#include "vehicle/stability/hover_margins.hpp"
#include "vehicle/tune/comparison.hpp"
#include "vehicle/tune/law_gains.hpp"
#include "vehicle/tune/loop_screen.hpp"
#include "vehicle/tune/pattern_search.hpp"

namespace montecopter {

/// Margins that every commanded axis keeps.
struct MarginBounds {
  double phase_deg = 45, gain_db = 6;
};

/// What is wanted of gains.
struct GainAim {
  MarginBounds margins;
  std::optional<double> bandwidth_rad_s;  ///< of roll and pitch; nullopt: the greatest
  /// Largest tilt after the moment. Where no candidate has that, the least, and a tenth more.
  double peak_rad = std::numeric_limits<double>::infinity();
  bool within_step = true;  ///< a step saturates no rotor, though the body rates have to be slower
};

/// What a loop of some pace is like.
struct TunedLoop {
  Pace pace;
  std::vector<BrokenLoop> axes;  ///< broken at its commands; empty: it is unstable
  Peak peak;                     ///< after the moment
  /// Fraction of the commands' margins that a step takes; NaN: it was not looked at.
  double step_demand = std::numeric_limits<double>::quiet_NaN();

  bool is_stable() const { return !axes.empty(); }
  /// The lower bandwidth of roll and pitch [rad/s]. NaN: there is none.
  double bandwidth_rad_s() const { return bandwidth_of(axes); }
  /// Margins over those wanted, the least: 1 or more keeps them. Of an unstable loop 0.
  double fraction(const MarginBounds& wanted) const;
  /// The axis that has it, of a stable loop.
  const BrokenLoop& worst(const MarginBounds& wanted) const;
};

/// Numbers of a pace between which gains are searched.
struct SearchedRange {
  std::string_view what, unit;
  double low, high;
};

/// A control law with gains to be found, on the nominal vehicle of a scenario.
class GainSearch {
 public:
  /// `plan` with the scenario of a point, which closes a loop around a multirotor; `vehicle`:
  /// commanded_vehicle() of it. `step`: of what the control law follows, without more than
  /// most_step_demand of the commands' margins: metres, of a rate controller rad/s. The moment is
  /// as that of Disturbances.
  GainSearch(Plan plan, CommandedModel vehicle, std::string_view law, double step,
             std::optional<double> moment_n_m);

  /// The controller of a pace, and its loop; nullopt: it has no slopes at the hover.
  Controller controller(const Pace& pace) const;
  std::optional<HoverLoop> loop(const Pace& pace) const;
  /// The loop of any controller around the vehicle.
  std::optional<HoverLoop> loop_with(const Controller& controller,
                                     SlopeDigits digits = SlopeDigits::six) const;
  TunedLoop at(const Pace& pace) const;

  /// The fastest loop that is as wanted, or of this bandwidth the stiffest. nullopt: there is none
  /// with these margins.
  std::optional<TunedLoop> best(const GainAim& aim);
  /// A loop of the middle of the ranges at a pace, for a look at what is in the way.
  Pace middle(double rad_s) const;

  bool is_rate() const { return follows_only_body_rates(law_); }
  std::int64_t candidates() const { return candidates_; }
  std::vector<SearchedRange> searched() const;
  const Disturbances& disturbances() const { return disturbances_; }
  const LawSettings& settings() const { return settings_; }

  /// A thrust that goes with the square of a speed is at its limit where half of the way in speed
  /// would be, and a vehicle that leans needs some besides.
  static constexpr double most_step_demand = 0.4;

 private:
  struct Screened;   // margins of a candidate
  struct Candidate;  // the pace that is best for the other numbers
  struct PaceOfBandwidth;

  std::optional<HoverLoop> rough_loop(const Pace& pace) const;
  Pace pace_of(const std::vector<double>& x, double rad_s) const;
  Screened screened(const Pace& pace, const GainAim& aim) const;
  std::optional<Candidate> candidate(const std::vector<double>& x, const GainAim& aim,
                                     double least_rad_s = 0) const;
  double merit(const std::vector<double>& x, const GainAim& aim, double least) const;
  std::optional<Candidate> fastest_at(const std::vector<double>& x, const GainAim& aim,
                                      double least_rad_s) const;
  PaceOfBandwidth pace_of_bandwidth(const std::vector<double>& x, const GainAim& aim) const;
  bool measure(Candidate& candidate) const;
  double margins_left(const ScreenedAxis& axis, const GainAim& aim) const;
  void settle_filter(const GainAim& aim);
  void settle_yaw(const GainAim& aim);
  SearchPoint start(const GainAim& aim) const;
  SearchPoint start_by_margins(const std::vector<std::vector<double>>& from,
                               const GainAim& aim) const;
  SearchPoint improved(const SearchPoint& from, GainAim& aim, double wide) const;
  TunedLoop settled(const Pace& pace, const GainAim& aim) const;
  TunedLoop with_outer_slowed(const TunedLoop& found) const;
  double step_demand_of(const HoverLoop& loop, const Pace& pace,
                        double enough = std::numeric_limits<double>::infinity()) const;
  bool is_within_step(const HoverLoop& loop, const Pace& pace) const;

  static constexpr double slowest_rad_s = 0.05, fastest_rad_s = 5000;  ///< paces
  static constexpr double yaw_fraction = 0.4;                          ///< of the pace

  Plan plan_;
  CommandedModel vehicle_;
  Controller own_;
  std::string_view law_;
  LawSettings settings_;
  double step_;
  Disturbances disturbances_;
  std::vector<SearchBounds> ranges_;  ///< logarithms of the free numbers
  std::optional<LoopScreen> screen_;
  double outer_ = 1, most_yaw_rad_s_ = std::numeric_limits<double>::infinity();
  mutable double last_rad_s_ = 10;  ///< where the next search for a pace begins
  mutable std::int64_t candidates_ = 0;
};

}  // namespace montecopter
