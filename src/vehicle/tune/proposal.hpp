#pragma once
/// Proposed gains: results, texts and files of `montecopter tune`.

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

/// Conditions of the user; missing ones have defaults.
struct GainWish {
  std::optional<double> bandwidth_rad_s;  ///< of roll and pitch, broken at the command
  std::optional<double> phase_deg, gain_db;
  double step = 1;  ///< step that must not saturate: metres, for a rate controller rad/s
  std::optional<double> moment_n_m;  ///< step of moment; nullopt: moment of a lost rotor
  /// tilt after the moment; nullopt: as PX4's defaults, if possible
  std::optional<double> peak_deg;

  /// Required margins: 45 degrees and 6 dB; with a bandwidth, the smallest that `check` accepts
  /// without a warning.
  MarginBounds margins() const;
  bool asks_for_margins() const { return phase_deg || gain_db; }
};

/// Thrown if no candidate meets the conditions.
struct NoSuchGains : Error {
  NoSuchGains(const std::string& where, std::string why)
      : Error(ExitCode::no, where + ": no gains meet the conditions: " + why),
        reason(std::move(why)) {}

  std::string reason;  ///< one or several sentences
};

struct GainProposal {
  GainWish wish;
  TunedLoop loop;
  Controller controller;        ///< with the proposed gains
  MarginReport report;          ///< of its loop; margins on request
  std::int64_t candidates = 0;  ///< number of examined gains
  std::vector<SearchedRange> searched;
  bool is_lost_rotor = true;          ///< whether the moment is that of a lost rotor
  std::vector<GainQuality> compared;  ///< the proposed gains, the scenario's, PX4's defaults
  /// what limits the gains, and what the vehicle cannot do: sentences
  std::vector<std::string> notes;
};

/// Proposes gains of a control law of tuned_laws for the nominal vehicle at a point of the sweep.
/// Throws Error(usage) if there is no such point, or the control law cannot fly the scenario;
/// `where`: place of the controller. Throws NoSuchGains if no candidate meets the conditions.
/// `has_gains`: the scenario has gains, which are compared. `with_margins`: the report has all
/// margins, including delays and measurements.
GainProposal propose_gains(const Plan& plan, std::int64_t point, std::string_view law,
                           const GainWish& wish, const std::string& where, bool has_gains = true,
                           bool with_margins = false);

/// Form of the output: the table [controller], or only its keys, for a file that a scenario
/// includes. Comments above state its purpose and limits.
enum class TableForm { in_scenario, in_file };
std::string controller_toml(const GainProposal& proposal, TableForm form);

/// All keys of a controller as TOML; `path`: of its table, empty in a file.
std::string controller_keys(const Controller& controller, const std::string& path);

/// One JSON object; ends with a newline. `written`: the file, if there is one.
std::string proposal_json(const GainProposal& proposal, const std::string& written);
/// JSON without gains: the conditions, and the reason.
std::string no_gains_json(const std::string& name, const std::string& law, const GainWish& wish,
                          const std::string& reason);

}  // namespace montecopter
