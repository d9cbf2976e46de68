#pragma once
/// The scenario as plain data: the values in the TOML, in SI units, nothing derived.
///
/// `Scenario`, at the end, is the whole file, and its members are the tables. Every type of a model
/// (vehicles, winds, controllers, ...) is a struct of src/dynamics/ with the list of its keys,
/// fields(). First load_scenario() fills the Scenario (reader.cpp), then validate() checks it;
/// writer.cpp writes it. The Plan has a copy of it, made by make_plan(). SampleBuilder puts the
/// numbers of a sweep point and of a sample into its own copy. Numbers are addressed by dotted
/// paths that follow the keys ("vehicle.mass_kg", paths.hpp).
///
/// Every member has the default of the format. A required number has an illegal default
/// (`required`), which shows that it is missing. An optional is empty if the key is left out.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/fields/boxed.hpp"
#include "core/fields/fields.hpp"
#include "core/fields/type_schema.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "dynamics/sampling/design.hpp"
#include "scenario/model/correlation.hpp"
#include "scenario/model/flight_limits.hpp"
#include "scenario/model/golden_rules.hpp"
#include "scenario/model/import_record.hpp"
#include "scenario/model/record_texts.hpp"
#include "scenario/model/recorded.hpp"
#include "scenario/model/requirement.hpp"
#include "scenario/model/signal_list.hpp"
#include "scenario/model/sweep.hpp"
#include "scenario/model/window.hpp"

namespace montecopter {

// Each has its list of types in src/dynamics/: vehicles/vehicle.hpp, and so on.
struct Vehicle;
struct Environment;
struct Wind;
struct Disturbance;
struct Event;
struct Controller;
struct Trajectory;
struct SensorUnit;
struct Estimator;
struct Distribution;

/// Types in which traces are stored.
inline constexpr std::array<Choice, 2> trace_dtypes = {{
    {"f64", "double precision"},
    {"f32", "single precision"},
}};

/// Signals that can be traced.
inline constexpr auto signal_choices = [] {
  std::array<Choice, signal_list.size()> choices{};
  for (std::size_t i = 0; i < signal_list.size(); ++i) choices[i].name = signal_list[i].name;
  return choices;
}();

inline constexpr auto integrator_choices = [] {
  auto choices = choices_of(integrator_names);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    choices[i].doc = integrators[i].doc;
  }
  return choices;
}();

/// The integrator of that name; nullopt: there is none.
constexpr std::optional<IntegratorKind> integrator_kind(std::string_view name) {
  for (std::size_t i = 0; i < integrator_names.size(); ++i) {
    if (integrator_names[i] == name) return static_cast<IntegratorKind>(i);
  }
  return std::nullopt;
}

/// Numerical integration. Exactly one of step_s and rate_hz is given.
struct Integrator {
  static constexpr std::array<std::string_view, 2> exactly_one = {"step_s", "rate_hz"};

  std::string type = "rk4";
  std::optional<double> step_s;
  std::optional<Rate> rate_hz;
  double relative_tolerance = 1e-10;
  double absolute_tolerance = 1e-10;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const {
    const auto kind = integrator_kind(type);
    return key.ends_with("_tolerance") && (!kind || !is_controlled(*kind));
  }

  static constexpr auto example = std::to_array<ExampleKey>({
      {"rate_hz", "1000"},
  });

  static constexpr auto fields() {
    using I = Integrator;
    return FieldList{
        field("type", &I::type, integrator_choices, "Name of the integrator"),
        field("step_s", &I::step_s, "s", positive, Vary::fixed, "Length of one step"),
        field("rate_hz", &I::rate_hz, "Hz", positive, Vary::fixed,
              "Steps per second (instead of step_s)"),
        field("relative_tolerance", &I::relative_tolerance, "1", between(1e-14, 1e-1),
              Vary::per_batch, "Relative error per step of a controlled integrator"),
        field("absolute_tolerance", &I::absolute_tolerance, "1", between(1e-16, 1e-1),
              Vary::per_batch, "Absolute error per step of a controlled integrator, SI units"),
    };
  }
};

/// State at t = 0, NED/FRD.
struct InitialState {
  std::array<double, 3> position_m = {0, 0, 0};
  std::array<double, 3> velocity_m_s = {0, 0, 0};
  std::array<double, 4> attitude = {1, 0, 0, 0};
  std::array<double, 3> body_rate_rad_s = {0, 0, 0};
  std::vector<double> actuators;
  bool trimmed = false;

  /// See TypeSchema::says_nothing. A key that came later changes neither text nor hash of scenarios
  /// without it.
  bool says_nothing(std::string_view key) const { return key == "trimmed" && !trimmed; }

  static constexpr auto fields() {
    using I = InitialState;
    return FieldList{
        field("position_m", &I::position_m, "m", any_number, Vary::per_sample, "Position, NED"),
        field("velocity_m_s", &I::velocity_m_s, "m s-1", any_number, Vary::per_sample,
              "Velocity over the ground, NED"),
        field("attitude", &I::attitude, "1", between(-1.001, 1.001), Vary::per_sample,
              "Quaternion [w, x, y, z] that maps body to world vectors (normalised at set-up)"),
        field("body_rate_rad_s", &I::body_rate_rad_s, units::angular_rate, any_number,
              Vary::per_sample, "Angular velocity, body axes FRD"),
        field(
            "actuators", &I::actuators, "", any_number, Vary::fixed,
            "States of the motors: the first state of every rotor, then the second if the motor "
            "has two. Helicopter: speed of the main rotor, then the five servos, and with flapping "
            "blades both angles and the induced velocity or none of these. Default: settled "
            "at the first row of the commands (helicopter: at the speed of the first operating "
            "point)"),
        field("trimmed", &I::trimmed,
              "Whether each sample starts in steady flight at this position and velocity, in its "
              "own mean wind: attitude, actuators, controller and estimator; default: as given"),
    };
  }
};

/// How a flight ends.
inline constexpr std::array<Choice, 3> end_choices = {
    {{"duration", "after its length, or earlier by an event of the type end"},
     {"touchdown",
      "where its centre of mass comes to the ground from above, at that instant; a flight that is "
      "in the air after its length has the status no_touchdown"},
     {"event",
      "by an event of the type end; a flight without one in its length has the status no_end"}}};

struct Simulation {
  static constexpr std::array<std::string_view, 2> exactly_one = {"duration_s", "steps"};

  std::optional<double> duration_s;
  std::optional<std::int64_t> steps;
  std::string end = std::string(end_choices[0].name);
  std::int64_t max_failures = 0;
  InitialState initial;
  FlightLimits limits;

  bool ends_at_touchdown() const { return end == end_choices[1].name; }
  bool ends_by_event() const { return end == end_choices[2].name; }
  /// See TypeSchema::says_nothing. A key that came later changes neither text nor hash of scenarios
  /// without it.
  bool says_nothing(std::string_view key) const {
    return key == "end" && end == end_choices[0].name;
  }

  static constexpr auto fields() {
    using S = Simulation;
    return FieldList{
        field("duration_s", &S::duration_s, "s", positive, Vary::fixed,
              "Length of the flight, a whole number of steps"),
        field("steps", &S::steps, "1", between(1, 1e12), Vary::fixed,
              "Length of the flight in steps (instead of duration_s)"),
        field("end", &S::end, end_choices, "How a flight ends"),
        field(
            "max_failures", &S::max_failures, "1", between(0, 9e15), Vary::fixed,
            "Number of samples that may end with a status other than ok before `run` exits with 5. "
            "In a scenario with requirements, these judge failures, and the default is no limit"),
        field("initial", &S::initial, "State at t = 0"),
        field("limits", &S::limits, "Where a flight ends early; default: nowhere"),
    };
  }
};

struct Output {
  std::vector<std::string> signals = {"position", "velocity", "attitude", "body_rate"};
  std::optional<Rate> rate_hz;
  std::optional<std::int64_t> every_steps;
  std::string traces = "auto";
  std::string dtype = "f64";
  std::string readings = "all";
  bool margins = false;
  bool validity = false;

  /// See TypeSchema::says_nothing. A key that came later changes neither text nor hash of scenarios
  /// without it.
  bool says_nothing(std::string_view key) const {
    return (key == "readings" && readings == "all") || (key == "margins" && !margins) ||
           (key == "validity" && !validity);
  }

  static constexpr auto fields() {
    using O = Output;
    return FieldList{
        field("signals", &O::signals, signal_choices, "Traced signals"),
        field("rate_hz", &O::rate_hz, "Hz", positive, Vary::fixed,
              "Rate of the traces; its period is a whole number of steps; default: every step"),
        field("every_steps", &O::every_steps, "1", between(1, 1e12), Vary::fixed,
              "Period of the traces in steps (instead of rate_hz)"),
        field("traces", &O::traces,
              "Which samples are traced: \"auto\", \"all\", \"none\", \"first:N\" (of every sweep "
              "point) or \"every:K\". The choice \"auto\" means all, or the first of every sweep "
              "point as long as they take no more than 64 MiB"),
        field("dtype", &O::dtype, trace_dtypes, "Type of the traces"),
        field("readings", &O::readings,
              "Which sensor readings are stored for traced samples: \"all\", \"none\" or "
              "\"every:K\" (readings 0, K, 2K, ... of each sensor)"),
        field("margins", &O::margins,
              "Whether the stability margins of every sample at hover are computed as metrics, "
              "which takes some hundredths of a second per sample; default: they are not"),
        field("validity", &O::validity,
              "Whether the limits of a multirotor's rotor laws are monitored at the rows of the "
              "traces, as metrics and as flags of each sample; default: they are not"),
    };
  }
};

/// Default limit of failures in a scenario with requirements: none.
inline constexpr std::int64_t any_failures = 9'000'000'000'000'000;

/// A number that is computed of every flight's signals.
struct FormulaMetric {
  std::string formula;
  std::string unit = "1";

  static constexpr auto fields() {
    using M = FormulaMetric;
    return FieldList{
        field("formula", &M::formula, "Formula of signals, for example \"max(norm(velocity))\""),
        field("unit", &M::unit, "Unit of the number (UDUNITS), as stored in the result"),
    };
  }
};

/// Number of flights, and their design over the dispersed inputs.
struct MonteCarlo {
  std::int64_t samples = 1;
  std::int64_t seed = 0;
  bool independent_points = false;
  bool judge_as_family = false;
  std::string design = std::string(RandomDesign::name);
  std::int64_t replicates = 1;
  std::optional<std::int64_t> levels;
  std::vector<double> quantiles = {0.05, 0.95};
  std::string file;
  std::vector<std::string> freeze;     ///< streams of random numbers that all samples share
  std::vector<std::int64_t> only;      ///< ascending; empty: all
  std::vector<std::int64_t> noise_of;  ///< of each sample; empty: its own
  std::optional<std::int64_t> epistemic_points;  ///< only given in files: the points replace it

  /// Whether the design is random and can be repeated.
  bool has_replicates() const { return design_has_key(design, DesignKey::replicates); }

  /// See TypeSchema::says_nothing. Scenarios of independent samples keep the text and the hash that
  /// they had before these keys existed.
  bool says_nothing(std::string_view key) const {
    const std::optional<DesignKey> of_design = design_key_named(key);
    return (key == "judge_as_family" && !judge_as_family) ||
           (key == "design" && design == RandomDesign::name) ||
           (of_design && !design_has_key(design, *of_design)) || key == "file" ||
           (key == "freeze" && freeze.empty()) || (key == "only" && only.empty()) ||
           (key == "noise_of" && noise_of.empty()) || key == "epistemic_points";
  }

  static constexpr auto fields() {
    using M = MonteCarlo;
    return FieldList{
        field("samples", &M::samples, "1", between(1, 4e15), Vary::fixed, "Number of samples"),
        field("seed", &M::seed, "1", between(0, 9223372036854775807.0), Vary::fixed,
              "Seed of every random draw"),
        field("independent_points", &M::independent_points,
              "Whether each point of a sweep has draws of its own; default: all points share them"),
        field("judge_as_family", &M::judge_as_family,
              "Whether the confidence holds for the verdicts of all requirements at all points "
              "jointly (family-wise, Holm); default: for each by itself"),
        field("design", &M::design, design_choices, "Experimental design"),
        field("replicates", &M::replicates, "1", between(1, 1e6), Vary::fixed,
              "For lhs and sobol: number of independent designs of equal size among which the "
              "samples are divided"),
        field("levels", &M::levels, "1", between(1, 1e6), Vary::fixed,
              "For factorial and morris: number of levels of each input; even for morris"),
        field("quantiles", &M::quantiles, "1", open_unit, Vary::fixed,
              "For one_at_a_time: quantiles to which each input is set while the others stay at "
              "their medians, ascending"),
        field("file", &M::file,
              "For file: CSV file, relative to the scenario file. Its first line has paths of "
              "numbers, and every other line their values in a sample"),
        field("freeze", &M::freeze,
              "Streams of random numbers that are the same in all samples: \"dispersions\", "
              "\"process\", \"wind\", \"sensors\", \"estimator\", a name as \"imu0\" or "
              "\"imu0.gyroscope.white\", or a pattern with *. Default: none"),
        field("only", &M::only, "1", between(0, 4e15), Vary::fixed,
              "Numbers of the samples to fly (in a sweep: point * samples + sample), ascending; "
              "the result holds only these. Default: all"),
        field("noise_of", &M::noise_of, "1", between(0, 4e15), Vary::fixed,
              "For each sample the number of the sample whose random numbers it meets, as `rare` "
              "and `worst` write it. Default: its own"),
        field("epistemic_points", &M::epistemic_points, "1", between(2, 500), Vary::fixed,
              "Number of points that try values of the epistemic inputs; default: 20"),
    };
  }
};

/// The scenario file. Paths ("vehicle.mass_kg") follow the keys below. Vehicle and environment are
/// only named here: a source file that uses their members includes their headers.
struct Scenario {
  std::int64_t schema = required_integer;
  std::string name;
  BoxedValue<Vehicle> vehicle;
  BoxedValue<Environment> environment;
  std::vector<Wind> wind;
  std::vector<Disturbance> disturbance;
  std::vector<Event> event;
  BoxedValue<Controller> controller;
  OptionalBox<Trajectory> trajectory;         ///< none: nothing to follow
  std::map<std::string, SensorUnit> sensors;  ///< by name
  OptionalBox<Estimator> estimator;           ///< none: nothing is estimated
  std::optional<Recorded> recorded;           ///< none: nothing to compare with
  std::optional<ImportRecord> imported;       ///< none: not imported
  Integrator integrator;
  Simulation simulation;
  Output output;
  std::map<std::string, FormulaMetric> metrics;  ///< by name
  Windows window;                                ///< by name
  Requirements requirement;                      ///< by name
  MonteCarlo monte_carlo;
  std::map<std::string, Distribution> disperse;  ///< by dotted path, sorted
  std::vector<Correlation> correlate;            ///< groups of dispersed inputs
  Sweep sweep;
  GoldenRules golden;
  RecordTexts record;

  // Defined in scenario.cpp, the only source file that needs all types of a scenario.
  Scenario();
  Scenario(const Scenario& other);
  Scenario(Scenario&& other) noexcept;
  Scenario& operator=(const Scenario& other);
  Scenario& operator=(Scenario&& other) noexcept;
  ~Scenario();

  /// See TypeSchema::says_nothing. A list that came later changes neither text nor hash of
  /// scenarios without it. Golden rules and statements about the campaign are no part of the
  /// flights.
  bool says_nothing(std::string_view key) const;

  /// Whether an event of the type `end` may end flights.
  bool has_end_event() const;
  /// Whether there are events of other types.
  bool has_other_event() const;
  /// Whether flights may end before their length with the status ok.
  bool may_end_early() const { return simulation.ends_at_touchdown() || has_end_event(); }

  static constexpr auto fields() {
    using S = Scenario;
    // A qualified name is not looked for beside its arguments, for which g++ would need all of a
    // map's types.
    return FieldList{
        field("schema", &S::schema, "1", between(1, 1), Vary::fixed,
              "Version of this format: write schema = 1"),
        field("name", &S::name, "Name of the scenario; default name of the result file"),
        field("vehicle", &S::vehicle, "Vehicle"),
        field("environment", &S::environment, "Environment of the flights"),
        field("wind", &S::wind, "Winds; several add up"),
        field("disturbance", &S::disturbance, "Force and torque pulses; several add up"),
        field("event", &S::event, "Events during the flights"),
        field("controller", &S::controller, "Controller"),
        field("trajectory", &S::trajectory,
              "Reference trajectory of the controller; default: none"),
        montecopter::field("sensors", &S::sensors, "Sensors by name"),
        field("estimator", &S::estimator,
              "State estimator, fed by the sensors' readings; default: none"),
        field("recorded", &S::recorded,
              "A recorded flight that every sample is compared with; default: none"),
        field("imported", &S::imported,
              "Record of an import: the file, and settings that were left out; default: none"),
        field("integrator", &S::integrator, "Numerical integration"),
        field("simulation", &S::simulation,
              "Duration, initial state and termination of the flights"),
        field("output", &S::output, "What is recorded"),
        field("metrics", &S::metrics, "Metrics by formula, by name"),
        field("window", &S::window,
              "Windows of time over which metrics are also computed, by name; default: none"),
        field("requirement", &S::requirement,
              "Requirements on the flights, by name; default: none"),
        field("monte_carlo", &S::monte_carlo, "Samples, seed and experimental design"),
        montecopter::field("disperse", &S::disperse, "", any_number, Vary::per_sample,
                           "Dispersed parameters by dotted path"),
        field("correlate", &S::correlate, "Rank correlations of dispersed parameters"),
        field("sweep", &S::sweep, "", any_number, Vary::per_sample,
              "Swept parameters by dotted path"),
        field("golden", &S::golden,
              "What `bless` keeps of the flights, and how `regress` compares"),
        field("record", &S::record, "Statements about the campaign, for the record in a report"),
    };
  }
};

/// Number of rows of the result: all samples at all points of the sweep, or the samples of
/// monte_carlo.only.
inline std::int64_t row_count(const Scenario& scenario) {
  const MonteCarlo& flights = scenario.monte_carlo;
  if (!flights.only.empty()) return std::ssize(flights.only);
  return flights.samples * SweepGrid(scenario.sweep).points();
}

// Made in scenario_schema.cpp, where all types are known.
extern template const TypeSchema& schema_of<Scenario>();

}  // namespace montecopter
