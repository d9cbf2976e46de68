#pragma once
/// Inputs that act on the vehicles of one pack of samples and are constant over a step: commands,
/// process noise, wind velocity and the accelerations of pulses. Commands come from the controller
/// or the table, within the limits and the battery's voltage. Flight::run() calls these in this
/// order, when they are due: update_commands() or load_next_row(), draw_noise(), disturb(),
/// drain(), rescale_forces().

#include <type_traits>
#include <utility>

#include "dynamics/random/normal_sequence.hpp"
#include "dynamics/vehicles/load_terms.hpp"
#include "simulate/lanes/battery_state.hpp"
#include "simulate/lanes/control_loop.hpp"
#include "simulate/lanes/events.hpp"
#include "simulate/lanes/pulses.hpp"
#include "simulate/lanes/winds.hpp"

namespace montecopter {

template <class Vehicle>
class FlightInputs {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;
  using Input = typename Vehicle::Input;
  using Flying = decltype(S(0.0) < S(0.0));
  /// Whether vehicles of this kind may have a battery.
  static constexpr bool has_battery = Vehicle::has_battery;
  /// Whether it has rotors with motors of their own.
  static constexpr bool has_rotors = Vehicle::has_folded_rotors;
  /// Whether the controller may be part of the equations (ContinuousControl, control_loop.hpp).
  static constexpr bool is_continuous = Vehicle::is_continuous;

 public:
  /// `memory` is the argument of Kernel::fly.
  FlightInputs(const FlightPlan& plan, const LaneIo* lanes, int count, double* memory,
               const Draws<S>& draws, Vehicle& vehicle)
      : plan_(plan),
        draws_(draws),
        loop_(plan, lanes, count, memory),
        disturbed_(plan.winds.active != 0 || plan.pulses.any()),
        pulses_(plan, lanes, count),
        winds_(plan, lanes, count, draws.sample, vehicle.wind()),
        battery_(plan, lanes, count) {
    retake_commands(vehicle);
    if (!plan.control.is_closed()) set_next_row();
    if constexpr (is_continuous) {
      if (plan.control.continuous)
        vehicle.loop = &loop_, vehicle.has_battery_limit = plan.has_battery;
    }
    if (plan.force_noise || plan.moment_noise) noisy_.next = 0;
    if constexpr (has_rotors) {
      if (plan.electric && plan.has_battery) noisy_.input.supply = battery_.voltage();
    }
  }

  FlightInputs(const FlightInputs&) =
      delete;  // a vehicle with ContinuousControl points to the loop
  FlightInputs& operator=(const FlightInputs&) = delete;

  /// Inputs in effect.
  const Input& now() const { return noisy_.input; }
  const ControlLoop<S>& loop() const { return loop_; }
  const BatteryState<S>& battery() const { return battery_; }

  /// Whether anything has changed since the last call. An integrator that remembers derivatives of
  /// earlier steps must then forget them.
  bool take_changed() { return std::exchange(changed_, false); }

  // --- commands --------------------------------------------------------------------------------

  /// The next step with work in the closed loop, and the next step at which a row of the command
  /// table begins; -1: never.
  std::int64_t next_update() const { return loop_.next(); }
  std::int64_t next_row() const { return next_row_step_; }

  /// Updates the closed loop at step n, which is next_update(). `feedback` is the true state or the
  /// estimate.
  void update_commands(std::int64_t n, const Feedback<S>& feedback, const Feedback<S>& truth,
                       const Flying& flying, const Vehicle& vehicle) {
    loop_.act(n, feedback, truth, flying);
    retake_commands(vehicle);
  }

  /// Sets the readings that a program in the loop gets when it starts.
  void begin_sensing(const Senses<S>& senses) { loop_.begin_sensing(senses); }
  /// Takes the readings that the loop gets at the following update.
  void sense(const Senses<S>& senses) { loop_.sense(senses); }

  void load_next_row(const Vehicle& vehicle) {
    ++row_;
    set_next_row();
    retake_commands(vehicle);
  }

  /// Clamps the commands in effect to limits that may have changed.
  [[gnu::noinline]] void retake_commands(const Vehicle& vehicle) {
    for (int i = 0; i < vehicle.controls(); ++i) {
      noisy_.input.command[i] = limited(i, commanded(i), vehicle);
    }
    changed_ = true;
  }

  /// Sets the gains to this factor times the initial gains.
  void scale_gains(const S& factor) { loop_.scale_gains(factor); }
  void reallocate(const S& index) { loop_.reallocate(index); }
  void divert(double t_s, const Flying& which, const DiversionLaw<S>& law,
              const Feedback<S>& from) {
    loop_.divert(t_s, which, law, from);
  }

  // --- battery ---------------------------------------------------------------------------------

  /// Computes the battery of the step that starts here with this state, and limits the commands by
  /// its voltage.
  [[gnu::noinline]] void drain(const BatteryFault<S>& fault, const StateType& state,
                               const Flying& flying, Vehicle& vehicle) {
    if constexpr (has_battery) {
      bool settles = false;
      if constexpr (has_rotors) {
        if (vehicle.propulsion.electric()) return run_motors(fault, state, flying, vehicle);
        settles = vehicle.propulsion.states() == 0;
      }
      battery_.begin_step(fault, flying);
      if (settles) {
        settle(state, flying, vehicle);
      } else {
        battery_.give(battery_.drawn(vehicle, state, noisy_.input), flying);
      }
      if constexpr (is_continuous) vehicle.command_limit = battery_.command_limit();
      retake_commands(vehicle);
    }
  }

  // --- process noise, air and pulses -----------------------------------------------------------

  /// Process noise and the input that contains it: all values that change from step to step while
  /// nothing is due.
  struct Noisy {
    Input input;
    Input noise;  ///< the part that is process noise
    NormalSequence<S, 6> normals;
    std::uint64_t tick = 0;
    std::int64_t next = -1;  ///< the next step at which noise is drawn; -1: never
  };
  const Noisy& noisy() const { return noisy_; }
  /// Sets the values left by steps at which nothing was due.
  void set_noisy(const Noisy& noisy) { noisy_ = noisy; }

  /// The next step at which process noise is drawn; -1: never.
  std::int64_t next_noise() const { return noisy_.next; }

  void draw_noise(std::int64_t n, const Vehicle& vehicle) {
    S x[6];
    noisy_.normals.take(draws_, plan_.noise_stream, noisy_.tick, x);
    take_noise(plan_, n, vehicle, x, noisy_);
    changed_ = true;
  }

  /// Draws the noise of a copy, inlined into its caller.
  [[gnu::always_inline]] static void draw_noise_here(const FlightPlan& plan, const Draws<S>& draws,
                                                     std::int64_t n, const Vehicle& vehicle,
                                                     Noisy& noisy) {
    S x[6];
    noisy.normals.take_here(draws, plan.noise_stream, noisy.tick, x);
    take_noise(plan, n, vehicle, x, noisy);
  }

  /// Whether there are varying winds or pulses.
  bool disturbed() const { return disturbed_; }

  /// Computes the wind at the vehicle and the pulses of step n. `ground_z`: NED [m].
  [[gnu::noinline]] void disturb(std::int64_t n, const StateType& state, const S& ground_z,
                                 Vehicle& vehicle) {
    changed_ = true;
    if (winds_.vary())
      vehicle.set_wind(winds_.velocity(n, state.position(), ground_z - state.x[2]));
    if (!plan_.pulses.any()) return;
    const S t(static_cast<double>(n) * plan_.step_s);
    noisy_.input.f_W = noisy_.noise.f_W + pulses_.sum(plan_.pulses.forces, t);
    noisy_.input.alpha_B = noisy_.noise.alpha_B +
                           vehicle.angular_acceleration_of(pulses_.sum(plan_.pulses.torques, t));
  }

  /// Rescales the force per mass of noise and pulses after a mass drop: multiplies it by
  /// `mass_ratio`, the initial mass divided by the present mass.
  void rescale_forces(std::int64_t n, const S& mass_ratio) {
    Vec3<S> f_W = noisy_.noise.f_W;
    if (plan_.pulses.any()) {
      f_W = f_W + pulses_.sum(plan_.pulses.forces, S(static_cast<double>(n) * plan_.step_s));
    }
    noisy_.input.f_W = mass_ratio * f_W;
  }

  /// Adds forces and moments of noise and pulses in step n, for a vehicle with this initial mass
  /// [kg].
  void add_loads(std::int64_t n, const S& start_mass, const Vehicle& vehicle,
                 LoadTerms<S>& loads) const {
    loads.add_world(ForceTerm::noise, start_mass * noisy_.noise.f_W);
    loads.add_body(MomentTerm::noise, vehicle.c.inertia * noisy_.noise.alpha_B);
    if (!plan_.pulses.any()) return;
    const S t(static_cast<double>(n) * plan_.step_s);
    loads.add_world(ForceTerm::disturbance, start_mass * pulses_.sum(plan_.pulses.forces, t));
    loads.add_body(MomentTerm::disturbance, pulses_.sum(plan_.pulses.torques, t));
  }

  void finish(LaneIo* lanes, int count) const {
    loop_.finish(lanes, count);
    if (plan_.has_battery) battery_.finish(lanes, count);
    for (int i = 0; i < count && plan_.electric; ++i) {
      lanes[i].motor_use = {motors_.loss.lane(i), motors_.most_current.lane(i),
                            motors_.full.lane(i) / motors_.steps.lane(i)};
    }
  }

 private:
  /// Draws from consumer "process.white": three numbers for the force, three for the moment.
  static void take_noise(const FlightPlan& plan, std::int64_t n, const Vehicle& vehicle,
                         const S (&x)[6], Noisy& noisy) {
    const auto& c = vehicle.c;
    noisy.next = n + plan.noise_every;
    ++noisy.tick;
    noisy.noise.f_W = {c.force_noise * x[0], c.force_noise * x[1], c.force_noise * x[2]};
    noisy.input.f_W = noisy.noise.f_W;
    if (!plan.moment_noise) return;
    noisy.noise.alpha_B = vehicle.angular_acceleration_of(
        {c.moment_noise * x[3], c.moment_noise * x[4], c.moment_noise * x[5]});
    noisy.input.alpha_B = noisy.noise.alpha_B;
  }

  void set_next_row() {
    next_row_step_ = row_ + 1 < plan_.command_rows ? plan_.command_steps[row_ + 1] : -1;
  }

  /// Command that the controller or the table gives to actuator i.
  S commanded(int i) const {
    return plan_.control.is_closed() ? loop_.commands()[i]
                                     : S(plan_.commands[row_ * plan_.controls + i]);
  }

  S limited(int i, const S& command, const Vehicle& vehicle) const {
    const S within = vehicle.clamp_command(i, command);
    if constexpr (has_battery) {
      if (plan_.has_battery)
        return vehicle.within_command_limit(i, battery_.command_limit(), within);
    }
    return within;
  }

  /// Computes the battery under electric motors, whose voltage it is over the step, and sums what
  /// the motors use.
  [[gnu::noinline]] void run_motors(const BatteryFault<S>& fault, const StateType& state,
                                    const Flying& flying, Vehicle& vehicle) {
    if constexpr (has_rotors) {
      Input& input = noisy_.input;
      if (plan_.has_battery) {
        battery_.begin_step(fault, flying);
        retake_commands(vehicle);                // an empty battery may have ended them
        const S supplies = battery_.supplies();  // that of a stuck rotor, too
        for (int i = 0; i < vehicle.rotor_count(); ++i)
          input.command[i] = supplies * input.command[i];
        battery_.supply(vehicle.electric_load(state, input, battery_.per_efficiency()), flying);
        input.supply = battery_.voltage();
        if constexpr (is_continuous) vehicle.command_limit = battery_.command_limit();
      }
      S loss(0.0), most = motors_.most_current, full(0.0);
      for (int i = 0; i < vehicle.rotor_count(); ++i) {
        loss = loss + vehicle.motor_loss(i, state, input);
        most = max(abs(vehicle.motor_current(i, state, input)), most);
        const S &low = vehicle.c.rotor[i].low, &high = vehicle.c.rotor[i].high;
        const S at_limit = select(low < high, S(1.0), full);  // a stuck rotor has one limit
        full = select(input.command[i] < high, full, at_limit);
      }
      motors_.loss = select(flying, fma(S(plan_.step_s), motors_.now, motors_.loss), motors_.loss);
      motors_.now = loss;
      motors_.most_current = select(flying, most, motors_.most_current);
      motors_.full = select(flying, motors_.full + full, motors_.full);
      motors_.steps = select(flying, motors_.steps + S(1.0), motors_.steps);
    }
  }

  /// Computes the battery for rotors without lag, whose power follows the voltage within the step.
  void settle(const StateType& state, const Flying& flying, const Vehicle& vehicle) {
    auto wanted = noisy_.input.command;
    for (int i = 0; i < vehicle.controls(); ++i) wanted[i] = vehicle.clamp_command(i, commanded(i));
    Input input = noisy_.input;
    const auto shaft_power = [&](const S& command_limit) {
      for (int i = 0; i < vehicle.controls(); ++i) {
        input.command[i] = vehicle.within_command_limit(i, command_limit, wanted[i]);
      }
      return battery_.drawn(vehicle, state, input);
    };
    battery_.settle(shaft_power, flying);
  }

  const FlightPlan& plan_;
  const Draws<S>& draws_;
  ControlLoop<S> loop_;
  bool changed_ = true;
  std::int64_t row_ = 0, next_row_step_ = -1;  ///< of the command table
  Noisy noisy_;
  bool disturbed_;  ///< by varying winds or pulses
  Pulses<S> pulses_;
  Winds<S> winds_;
  BatteryState<S> battery_;
  /// Totals of electric motors: losses before this step [J], those in it [W], largest current [A],
  /// steps with a full duty, and all.
  struct {
    S loss = S(0.0), now = S(0.0), most_current = S(0.0), full = S(0.0), steps = S(0.0);
  } motors_;
};

}  // namespace montecopter
