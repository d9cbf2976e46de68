#pragma once
/// Search for the gains of a cascade whose loop, as flown, meets the conditions. Margins are those
/// of the whole loop, broken at its commands (stability/). So they include sampling, hold, delay,
/// the lag of motors and the age of measurements. Many candidates are examined on a grid of
/// frequencies (loop_screen.hpp), the last ones exactly.

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

/// Margins required for every commanded axis.
struct MarginBounds {
  double phase_deg = 45, gain_db = 6;
};

/// Conditions on gains.
struct GainAim {
  MarginBounds margins;
  std::optional<double> bandwidth_rad_s;  ///< of roll and pitch; nullopt: the largest
  /// Largest tilt after the moment. If no candidate achieves it: the smallest tilt plus a tenth.
  double peak_rad = std::numeric_limits<double>::infinity();
  bool within_step = true;  ///< a step saturates no rotor, even if body rates have to be slower
};

/// A loop of one pace and its figures.
struct TunedLoop {
  Pace pace;
  std::vector<BrokenLoop> axes;  ///< broken at its commands; empty: it is unstable
  Peak peak;                     ///< after the moment
  /// Fraction of the commands' margins that a step takes; NaN: not examined.
  double step_demand = std::numeric_limits<double>::quiet_NaN();

  bool is_stable() const { return !axes.empty(); }
  /// Smaller bandwidth of roll and pitch [rad/s]. NaN: there is none.
  double bandwidth_rad_s() const { return bandwidth_of(axes); }
  /// Smallest margin divided by the required one: 1 or more keeps all. 0 for an unstable loop.
  double fraction(const MarginBounds& wanted) const;
  /// Axis with this margin, for a stable loop.
  const BrokenLoop& worst(const MarginBounds& wanted) const;
};

/// Searched range of one number of a pace.
struct SearchedRange {
  std::string_view what, unit;
  double low, high;
};

/// A control law without gains yet, on the nominal vehicle of a scenario.
class GainSearch {
 public:
  /// Takes `plan` with the scenario of a point, which closes a loop around a multirotor; `vehicle`:
  /// its commanded_vehicle(). `step`: step of the followed quantity within most_step_demand of the
  /// commands' margins: metres, for a rate controller rad/s. The moment: see Disturbances.
  GainSearch(Plan plan, CommandedModel vehicle, std::string_view law, double step,
             std::optional<double> moment_n_m);

  /// Controller of a pace, and its loop; nullopt: it has no derivatives at hover.
  Controller controller(const Pace& pace) const;
  std::optional<HoverLoop> loop(const Pace& pace) const;
  /// Loop of any controller around the vehicle.
  std::optional<HoverLoop> loop_with(const Controller& controller,
                                     SlopeDigits digits = SlopeDigits::six) const;
  TunedLoop at(const Pace& pace) const;

  /// Fastest loop that meets the conditions, or the stiffest with this bandwidth. nullopt: none has
  /// these margins.
  std::optional<TunedLoop> best(const GainAim& aim);
  /// Loop in the middle of the ranges at a pace, to find the obstacle.
  Pace middle(double rad_s) const;

  bool is_rate() const { return follows_only_body_rates(law_); }
  std::int64_t candidates() const { return candidates_; }
  std::vector<SearchedRange> searched() const;
  const Disturbances& disturbances() const { return disturbances_; }
  const LawSettings& settings() const { return settings_; }

  /// Largest fraction of the margins for a step. A thrust proportional to the squared speed reaches
  /// its limit at half the way in speed, and a leaning vehicle needs more thrust.
  static constexpr double most_step_demand = 0.4;

 private:
  struct Screened;   // margins of a candidate
  struct Candidate;  // the best pace for the other numbers
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

  static constexpr double slowest_rad_s = 0.05, fastest_rad_s = 5000;  ///< range of paces
  static constexpr double yaw_fraction = 0.4;                          ///< relative to the pace

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
  mutable double last_rad_s_ = 10;  ///< start of the next search for a pace
  mutable std::int64_t candidates_ = 0;
};

}  // namespace montecopter
