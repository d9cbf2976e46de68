#pragma once
/// What the types and ranges of single values cannot say: whether a scenario makes sense.
///
/// load_scenario() calls validate() after everything is read. It checks, in the order of
/// validate.cpp, what single numbers can break (validate_numbers()), then tables and lists
/// (integrator, limits, environment, sensors, winds, events, sweep, controller, trajectory,
/// signals, metrics), the time grid, and dispersions. If there is no error by then,
/// validate_points() repeats validate_numbers() at the points of a sweep (checked_points.hpp).
/// `montecopter vehicle` calls the parts that concern a vehicle without a flight.
///
/// Nothing is thrown here: problems go to the Report by the path of the value, which knows the
/// place in the file. What follows only from a value that was complained about before is not
/// reported: functions ask report.clean(path) first. Each subject has a file in this room.

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
/// Warns of what the firmware cannot fly in a sound scenario.
void warn_of_firmware(const Scenario& scenario, Report& report);
/// Whether the controller can fly the vehicle with these numbers: part of validate_numbers().
void validate_loop(const Scenario& scenario, Report& report);
/// Metrics by formula: their names, and what the formulas name.
void validate_metrics(const Scenario& scenario, Report& report);
/// Letters, digits and _: what may follow m_ and req_.
bool is_column_name(std::string_view name);
/// The keys `formula` and `unit` below `path`; `names` as by formula_names().
void check_metric_formula(const std::string& path, const FormulaMetric& metric,
                          const FormulaNames& names, Report& report);
/// Whether the samples of the golden exist, and margins are given where they count.
void validate_golden(const Scenario& scenario, Report& report);
/// Windows: their names, and what they begin and end with.
void validate_windows(const Scenario& scenario, Report& report);
/// Whether there are steps in them: the grid must be that of a scenario without problems of time.
void validate_window_times(const Scenario& scenario, const TimeGrid& grid, Report& report);
/// Makes metrics of the requirements' formulas, and lifts the limit of failures where requirements
/// judge them and the user set none.
void validate_requirements(Scenario& scenario, Report& report);
/// Whether there are sensors that the estimator can work with, and figures of theirs: part of
/// validate_numbers().
void validate_estimator(const Scenario& scenario, Report& report);
/// Whether readings on their way to the estimator are not too many: as validate_sensor_times().
void validate_estimator_times(const Scenario& scenario, const TimeGrid& grid, Report& report);
/// Whether a controller can see what it is to see.
void validate_feedback(const Scenario& scenario, Report& report);
void validate_ground(const Scenario& scenario, Report& report);
/// What a trim finds is given by nothing else.
void validate_trimmed(const Scenario& scenario, Report& report);
void validate_recorded(const Scenario& scenario, Report& report);
void validate_imported(const Scenario& scenario, Report& report);
/// Whether each unit has sensors, and they are not too many.
void validate_sensor_units(const Scenario& scenario, Report& report);
/// Whether readings come out: the grid must be that of a scenario without problems of time.
void validate_sensor_times(const Scenario& scenario, const TimeGrid& grid, Report& report);
/// Measured winds, and how many winds and disturbances there are.
void validate_winds(const Scenario& scenario, Report& report);
/// When events begin, what they happen to, and how many there are.
void validate_events(const Scenario& scenario, Report& report);
void validate_disperse(Scenario& scenario, Report& report);
/// Whether the dispersed inputs of each [[correlate]] can go together as it says.
void validate_correlation(Scenario& scenario, Report& report);
/// Whether what is frozen is there.
void validate_freeze(const Scenario& scenario, Report& report);
/// Whether the design of experiments suits samples and dispersed inputs, once these are known to be
/// sound.
void validate_design(const Scenario& scenario, Report& report);
void validate_sweep(Scenario& scenario, Report& report);
/// Which samples are flown alone: ascending, of those that there are.
void validate_only(const Scenario& scenario, Report& report);

/// Checks what numbers can break: the part of validate() that has to hold at every sweep point.
void validate_numbers(const Scenario& scenario, Report& report);
/// Whether the home has a place in the geodesy: part of validate_numbers().
void validate_home(const Environment& environment, Report& report);
/// What the numbers of each sensor say together: part of validate_numbers().
void validate_sensors(const Scenario& scenario, Report& report);
/// What the numbers of each wind say together: part of validate_numbers().
void validate_wind_numbers(const Scenario& scenario, Report& report);
/// Winds that are hardly meant: part of validate_wind_numbers(), and tables, which are long, of
/// validate_winds().
void validate_wind_strength(const Scenario& scenario, Report& report);
void validate_wind_table_strength(const Scenario& scenario, Report& report);
/// Pulses that are hardly meant: part of validate_numbers().
void validate_disturbance_numbers(const Scenario& scenario, Report& report);
/// What the numbers of the events say together: part of validate_numbers().
void validate_event_numbers(const Scenario& scenario, Report& report);
/// Checks that at every sweep point. The sweep itself must be sound.
void validate_points(const Scenario& scenario, PointChecks checks, Report& report);

/// Says that `target`, given at `path`, addresses none of the numbers.
void report_no_number(const std::vector<NumberRef>& numbers, const std::string& target,
                      const std::string& path, Report& report);
/// The same of the numbers of a scenario, or that it leaves this one out. `vary` is what varies it.
void report_no_number(const Scenario& scenario, const std::string& target, Vary vary,
                      const std::string& path, Report& report);
/// What the keys of the distribution at `path` say together.
void validate_distribution(const Distribution& distribution, const std::string& path,
                           Report& report);

}  // namespace montecopter
