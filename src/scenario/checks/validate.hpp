#pragma once
/// Checks of a scenario beyond the types and ranges of single values.
///
/// load_scenario() calls validate() after everything is read. In the order of validate.cpp, it
/// checks numbers (validate_numbers()), then tables and lists: integrator, limits, environment,
/// sensors, winds, events, sweep, controller, trajectory, signals, metrics. The time grid and
/// dispersions follow. If there is no error by then, validate_points() repeats validate_numbers()
/// at the points of a sweep (checked_points.hpp). `montecopter vehicle` calls the parts that
/// concern a vehicle without a flight.
///
/// Nothing is thrown here: problems go to the Report by the path of the value, which knows the
/// place in the file. Consequences of a value that already has an error are not reported: functions
/// ask report.clean(path) first. Each subject has a file in this folder.

#include <string>
#include <vector>

#include "core/fields/paths.hpp"
#include "core/formula/formula.hpp"
#include "scenario/derived/checked_points.hpp"
#include "scenario/derived/time_grid.hpp"
#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

struct Multirotor;
struct Helicopter;

/// Checks everything that was read without error. Problems go to the report, by path.
void validate(Scenario& scenario, PointChecks checks, Report& report);

/// Parts of validate().
void validate_vehicle(const Scenario& scenario, Report& report);
void validate_vehicle(const Multirotor& vehicle, const Scenario& scenario, Report& report);
void validate_vehicle(const Helicopter& vehicle, const Scenario& scenario, Report& report);
void validate_environment(Scenario& scenario, Report& report);
void validate_trajectory(const Scenario& scenario, Report& report);
void validate_controller(const Scenario& scenario, Report& report);
void validate_program(const Scenario& scenario, Report& report);
void validate_firmware(const Scenario& scenario, Report& report);
/// Warns of firmware limits in a sound scenario.
void warn_of_firmware(const Scenario& scenario, Report& report);
/// Whether the controller can fly the vehicle with these numbers: part of validate_numbers().
void validate_loop(const Scenario& scenario, Report& report);
/// Checks metrics by formula: their names, and the names in their formulas.
void validate_metrics(const Scenario& scenario, Report& report);
/// Letters, digits and _: what may follow m_ and req_.
bool is_column_name(std::string_view name);
/// Checks the keys `formula` and `unit` below `path`; `names` as by formula_names().
void check_metric_formula(const std::string& path, const FormulaMetric& metric,
                          const FormulaNames& names, Report& report);
/// Checks that the samples of the golden exist, and that margins are given where they are used.
void validate_golden(const Scenario& scenario, Report& report);
/// Checks the names, starts and ends of windows.
void validate_windows(const Scenario& scenario, Report& report);
/// Whether the windows contain steps. The time grid of the scenario must be without problems.
void validate_window_times(const Scenario& scenario, const TimeGrid& grid, Report& report);
/// Makes metrics of the requirements' formulas, and lifts the limit of failures where requirements
/// judge them and the user set none.
void validate_requirements(Scenario& scenario, Report& report);
/// Whether the estimator has the sensors and noise parameters that it needs: part of
/// validate_numbers().
void validate_estimator(const Scenario& scenario, Report& report);
/// Whether the estimator can buffer all readings in transit; the time grid as for
/// validate_sensor_times().
void validate_estimator_times(const Scenario& scenario, const TimeGrid& grid, Report& report);
/// Whether a controller can get the feedback that it asks for.
void validate_feedback(const Scenario& scenario, Report& report);
void validate_ground(const Scenario& scenario, Report& report);
/// Checks that no key gives a value that a trim finds.
void validate_trimmed(const Scenario& scenario, Report& report);
void validate_recorded(const Scenario& scenario, Report& report);
void validate_imported(const Scenario& scenario, Report& report);
/// Whether each unit has sensors, and they are not too many.
void validate_sensor_units(const Scenario& scenario, Report& report);
/// Whether readings are output during the flight. The time grid of the scenario must be without
/// problems.
void validate_sensor_times(const Scenario& scenario, const TimeGrid& grid, Report& report);
/// Checks measured winds, and the number of winds and disturbances.
void validate_winds(const Scenario& scenario, Report& report);
/// Checks start, target and number of events.
void validate_events(const Scenario& scenario, Report& report);
void validate_disperse(Scenario& scenario, Report& report);
/// Whether the dispersed inputs of each [[correlate]] can have the correlations that it gives.
void validate_correlation(Scenario& scenario, Report& report);
/// Whether the frozen streams exist.
void validate_freeze(const Scenario& scenario, Report& report);
/// Whether the design of experiments suits samples and dispersed inputs, once these are known to be
/// sound.
void validate_design(const Scenario& scenario, Report& report);
void validate_sweep(Scenario& scenario, Report& report);
/// Checks the samples to fly alone: they ascend and exist.
void validate_only(const Scenario& scenario, Report& report);

/// Checks numbers: the part of validate() that must hold at every sweep point.
void validate_numbers(const Scenario& scenario, Report& report);
/// Whether the home has a place in the geodesy: part of validate_numbers().
void validate_home(const Environment& environment, Report& report);
/// Checks the numbers of each sensor against each other: part of validate_numbers().
void validate_sensors(const Scenario& scenario, Report& report);
/// Checks the numbers of each wind against each other: part of validate_numbers().
void validate_wind_numbers(const Scenario& scenario, Report& report);
/// Warns of implausible winds: part of validate_wind_numbers(). Tables, which are long, are checked
/// in validate_winds().
void validate_wind_strength(const Scenario& scenario, Report& report);
void validate_wind_table_strength(const Scenario& scenario, Report& report);
/// Warns of implausible pulses: part of validate_numbers().
void validate_disturbance_numbers(const Scenario& scenario, Report& report);
/// Checks the numbers of the events against each other: part of validate_numbers().
void validate_event_numbers(const Scenario& scenario, Report& report);
/// Repeats validate_numbers() at sweep points. The sweep itself must be sound.
void validate_points(const Scenario& scenario, PointChecks checks, Report& report);

/// Reports that `target`, given at `path`, addresses none of the numbers.
void report_no_number(const std::vector<NumberRef>& numbers, const std::string& target,
                      const std::string& path, Report& report);
/// Reports that `target` addresses no number of a scenario, or a number that it leaves out. `vary`:
/// how it varies.
void report_no_number(const Scenario& scenario, const std::string& target, Vary vary,
                      const std::string& path, Report& report);
/// Checks the keys of the distribution at `path` against each other.
void validate_distribution(const Distribution& distribution, const std::string& path,
                           Report& report);

}  // namespace montecopter
