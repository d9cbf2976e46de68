#pragma once
/// The border between the program and the kernel objects: plain data only, so that no inline
/// function or template of the standard library is shared across instruction sets.
///
/// BlockFlyer calls Kernel::fly(plan, lanes, count, memory). The inputs are
///   * the FlightPlan, which all samples share: forms and terms, times of events, and the plans of
///     sensors, winds, controller, ... (border/*_plan.hpp). PreparedFlights makes it;
///   * a LaneIo for each sample: its number for random draws, and its row of doubles, which
///     FlightPlan::parts divides (sample_row.hpp). SampleBuilder fills it.
/// The same LaneIo returns status, totals for the metrics, the final state, checkpoints, traces and
/// readings, through pointers to memory of the caller. `memory` is scratch for one pack: first for
/// the sensors, then for the estimator, then for a user's controller, then for formulas. Its
/// content is undefined between calls.
///
/// Offsets and lists are numbers here: a type is its index in the variant of its kind
/// (dynamics/alternatives.hpp), which both sides compile.

#include <cstdint>

#include "dynamics/environment/world.hpp"
#include "dynamics/grounds/ground.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "dynamics/random/stream.hpp"
#include "dynamics/vehicles/battery.hpp"
#include "dynamics/vehicles/contact.hpp"
#include "dynamics/vehicles/helicopter_constants.hpp"
#include "dynamics/vehicles/helicopter_limits.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"
#include "plan/flight_totals.hpp"
#include "plan/outcome.hpp"
#include "scenario/model/signal_list.hpp"
#include "simulate/border/control_plan.hpp"
#include "simulate/border/estimator_plan.hpp"
#include "simulate/border/event_plan.hpp"
#include "simulate/border/formula_plan.hpp"
#include "simulate/border/kernel.hpp"
#include "simulate/border/limit_plan.hpp"
#include "simulate/border/sample_row.hpp"
#include "simulate/border/sensor_plan.hpp"
#include "simulate/border/wind_plan.hpp"
#include "simulate/border/window_plan.hpp"

namespace montecopter {

/// Data that all samples of a run share.
struct FlightPlan {
  const SampleParts* parts;        ///< parts of each sample's row of numbers
  int vehicle;                     ///< index in Vehicle
  MultirotorForm multirotor;       ///< if it is one
  HelicopterForm helicopter;       ///< if it is one
  bool force_noise, moment_noise;  ///< white process noise
  int controls;                    ///< numbers in a row of commands
  WorldModels world;
  GroundPlan ground;

  IntegratorKind integrator;
  double relative_tolerance, absolute_tolerance;
  double step_s;
  std::int64_t steps;

  std::int64_t noise_every;  ///< steps between draws of process noise
  std::uint64_t seed;
  RandomStream noise_stream;

  ControlPlan control;
  const double* commands;  ///< [command_rows][controls] of an open loop; otherwise set-points
  const std::int64_t* command_steps;  ///< first step of each row; ascending, the first is 0
  std::int64_t command_rows;

  std::int64_t output_every;
  bool traced[signal_count];        ///< by index in `signal_list`
  const std::int64_t* checkpoints;  ///< [checkpoint_count], ascending
  WindowPlan windows;

  SensorSuitePlan sensors;
  WindSuitePlan winds;
  PulseSuitePlan pulses;
  LimitPlan limits;
  EventSuitePlan events;
  EstimatorPlan estimator;
  bool has_battery;
  bool electric;        ///< electric motors, whose losses are summed
  BatteryForm battery;  ///< if there is one
  FormulaPlan formulas;

  /// Packs that a flight remembers for sensors, estimator, a long delay, a program in the loop and
  /// formulas, in this order.
  int memory() const { return before_formulas() + formulas.memory; }
  int before_control() const { return sensors.memory + estimator.memory; }
  int before_program() const { return before_control() + control.pending.memory(); }
  int before_formulas() const { return before_program() + control.external.memory(); }
};

/// Inputs and outputs of one sample. Its totals are outputs.
struct LaneIo : FlightTotals {
  std::uint64_t sample;  ///< counter of the random draws
  const double* row;     ///< as FlightPlan::parts divides it
  std::int64_t number;   ///< of the sample among all, over all sweep points

  Status status;
  std::int64_t steps_flown;   ///< step of the last finite state
  double* final_state;        ///< same layout as the initial state
  double* checkpoint_states;  ///< [checkpoint_count] states
  std::int64_t* checkpoint_steps;
  bool exceeded_limits[helicopter_limit_count];  ///< at any time
  bool traces_are_finite;        ///< whether all numbers stored in traces are finite
  double* traces[signal_count];  ///< [outputs][components] or null
  double* formula_sums;          ///< of each reduction and component; or null
  double* const* readings;       ///< [plan.sensors.columns]: [ticks][components]; or null
  char* last_words;  ///< [last_words_bytes], zero unless a program in the loop fails; or null
};

}  // namespace montecopter
