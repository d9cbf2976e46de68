#pragma once
/// Proposed gains: what `montecopter tune` finds, says and writes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/margin_report.hpp"
#include "vehicle/tune/gain_search.hpp"

namespace montecopter {

/// What is asked for; what is not given has a default.
struct GainWish {
  std::optional<double> bandwidth_rad_s;  ///< of roll and pitch, broken at the command
  std::optional<double> phase_deg, gain_db;
  double step = 1;  ///< that is not to saturate: metres, of a rate controller rad/s
  std::optional<double> moment_n_m;  ///< that begins to act; nullopt: that of a lost rotor
  std::optional<double> peak_deg;  ///< tilt after it; nullopt: that of PX4's defaults, if possible

  /// 45 degrees and 6 dB; where a bandwidth is asked for, as little as `check` does not warn of.
  MarginBounds margins() const;
  bool asks_for_margins() const { return phase_deg || gain_db; }
};

/// No candidate is as asked for.
struct NoSuchGains : Error {
  NoSuchGains(const std::string& where, std::string why)
      : Error(ExitCode::no, where + ": no gains meet the conditions: " + why), reason(std::move(why)) {}

  std::string reason;  ///< a sentence, or several
};

struct GainProposal {
  GainWish wish;
  TunedLoop loop;
  Controller controller;        ///< with the proposed gains
  MarginReport report;          ///< of the loop with it; margins only if they are asked for
  std::int64_t candidates = 0;  ///< gains that were examined
  std::vector<SearchedRange> searched;
  bool is_lost_rotor = true;          ///< the moment
  std::vector<GainQuality> compared;  ///< the proposed gains, those of the scenario, PX4's defaults
  std::vector<std::string> notes;  ///< what limits it, and what the vehicle cannot give: sentences
};

/// Gains of a control law of tuned_laws for the nominal vehicle at a point of the sweep. Throws
/// Error(usage) where there is no such point, or the control law cannot fly the scenario; `where`
/// is the place of the controller. Throws NoSuchGains where no candidate is as asked for.
/// `has_gains`: the scenario gives those of its controller, which are compared then.
/// `with_margins`: the report has all of them, delays and measurements included.
GainProposal propose_gains(const Plan& plan, std::int64_t point, std::string_view law,
                           const GainWish& wish, const std::string& where, bool has_gains = true,
                           bool with_margins = false);

/// The table [controller], or, as a file that a scenario includes, its keys alone. Comments above
/// say what it is for and what limits it.
enum class TableForm { in_scenario, in_file };
std::string controller_toml(const GainProposal& proposal, TableForm form);

/// One JSON object; ends with a newline. `written`: the file, if one was.
std::string proposal_json(const GainProposal& proposal, const std::string& written);
/// The same where there are none: what was asked for, and the reason.
std::string no_gains_json(const std::string& name, const std::string& law, const GainWish& wish,
                          const std::string& reason);

}  // namespace montecopter
