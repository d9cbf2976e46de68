#pragma once
/// A user's program in the loop for one pack of samples. Each function of its plan is called for
/// each flying lane, with the numbers and memory of that lane. Inputs and commands of a lane depend
/// on no other lane. Flights therefore have the same bits in any pack, if the program follows
/// montecopter_controller.h.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simulate/lanes/control_law.hpp"
#include "simulate/lanes/senses.hpp"

namespace montecopter {

template <class S>
class ExternalLaw {
 public:
  static constexpr int width = Lanes<S>::width;
  using Flying = typename ControlLaw<S>::Flying;
  using Commands = typename ControlLaw<S>::Commands;

  /// `memory` is the argument of Kernel::fly. The control law has the same lanes.
  ExternalLaw(const FlightPlan& plan, const ControlLaw<S>& law, const LaneIo* lanes, int count,
              double* memory)
      : plan_(plan), law_(law), lanes_(lanes), count_(count) {
    if (!is_there()) return;
    auto* begin = reinterpret_cast<std::byte*>(memory + behind_others());
    constexpr std::uintptr_t alignment = ExternalPlan::alignment;
    memory_ = begin + (0 - reinterpret_cast<std::uintptr_t>(begin)) % alignment;
  }

  bool is_there() const { return external().is_there(); }

  /// Lanes whose controller has not failed.
  Flying works() const { return S::load(failed_.data()) == S(0.0); }

  /// Sets the readings that the program gets when it starts, if it gets any.
  void begin_sensing(const Senses<S>& senses) { first_senses_ = senses; }
  /// Takes the readings that the controller gets from the next update on.
  void sense(const Senses<S>& senses) { senses_ = senses; }

  /// Commands at step n for feedback and reference. Before the first update, all lanes are started.
  /// Commands of lanes that do not fly are arbitrary. Returns the lanes in which no command is at a
  /// limit.
  [[gnu::noinline]] Flying update(std::int64_t n, const Feedback<S>& x, const Reference<S>& d,
                                  const Flying& flying, Commands& commands) {
    const Numbers numbers(x, d);
    const SetPoint set_point = law_.set_point(n);
    LaneCommands wanted = held_commands(commands);
    const auto each = [&](auto done) {
      for (int lane = 0; lane < count_; ++lane) {
        if (!flying.lane(lane) || failed_[lane] != 0.0) continue;
        montecopter_state state;
        montecopter_reference reference;
        numbers.of_lane(lane, state, reference);
        montecopter_input input{};
        input.struct_bytes = sizeof(input);
        input.time_s = static_cast<double>(n) * plan_.step_s;
        input.gain_factor = law_.gain_factor_.lane(lane);
        input.state = &state;
        if (plan_.control.follows_path) {
          input.reference = &reference;
        } else {
          input.followed = 1u + static_cast<std::uint32_t>(set_point.kind);
          input.set_point = set_point.row;
        }
        failed_[lane] = done(lane, input) ? 0.0 : 1.0;
      }
    };
    using Input = montecopter_input;
    if (n == 0) {
      each([&](int lane, const Input& input) { return start(lane, input); });
      begin(each);
    }
    if (external().functions.send != nullptr) {
      each([&](int lane, const Input& input) { return send(lane, input); });
    }
    each([&](int lane, const Input& input) { return answer(lane, input, wanted); });
    return command(wanted, commands);
  }

  /// Ends the flights that have begun. Other lanes may hold the memory of an earlier flight.
  void finish() const {
    for (int lane = 0; lane < count_; ++lane) {
      if (started_[lane]) external().functions.finish(external().program, lane_of(lane, nullptr));
    }
  }

 private:
  /// Requested commands of the lanes, number by number.
  using LaneCommands = std::array<std::array<double, width>, max_rotors>;

  /// State and reference as numbers, in the order of their structs.
  struct Numbers {
    static constexpr std::size_t of_state = sizeof(montecopter_state) / sizeof(double);
    static constexpr std::size_t size = of_state + sizeof(montecopter_reference) / sizeof(double);
    alignas(64) double lanes[size][width];

    Numbers(const Feedback<S>& x, const Reference<S>& d) {
      const S all[size] = {x.position.x,
                           x.position.y,
                           x.position.z,
                           x.velocity.x,
                           x.velocity.y,
                           x.velocity.z,
                           x.attitude.w,
                           x.attitude.x,
                           x.attitude.y,
                           x.attitude.z,
                           x.body_rate.x,
                           x.body_rate.y,
                           x.body_rate.z,
                           d.position.x,
                           d.position.y,
                           d.position.z,
                           d.velocity.x,
                           d.velocity.y,
                           d.velocity.z,
                           d.acceleration.x,
                           d.acceleration.y,
                           d.acceleration.z,
                           d.jerk.x,
                           d.jerk.y,
                           d.jerk.z,
                           d.snap.x,
                           d.snap.y,
                           d.snap.z,
                           d.heading,
                           d.heading_rate,
                           d.heading_acceleration};
      for (std::size_t k = 0; k < size; ++k) all[k].store(lanes[k]);
    }

    void of_lane(int lane, montecopter_state& state, montecopter_reference& reference) const {
      double flat[size];
      for (std::size_t k = 0; k < size; ++k) flat[k] = lanes[k][lane];
      std::memcpy(&state, flat, sizeof(state));
      std::memcpy(&reference, flat + of_state, sizeof(reference));
    }
  };

  const ExternalPlan& external() const { return plan_.control.external; }
  /// Doubles of the flight's memory that belong to others.
  std::ptrdiff_t behind_others() const { return std::ptrdiff_t{width} * plan_.before_program(); }
  ExternalLane lane_of(int lane, const ExternalSenses* senses) const {
    const LaneIo& io = lanes_[lane];
    return {memory_ + std::ptrdiff_t{lane} * external().lane_bytes(),
            io.sample,
            io.last_words,
            senses,
            external().patience,
            &plan_,
            io.row,
            io.number};
  }
  std::size_t numbers() const {
    return external().commands_wrench ? 4u : static_cast<std::size_t>(plan_.control.rotors);
  }

  /// Commands for lanes that are not updated: the weight, or the last commands.
  LaneCommands held_commands(const Commands& commands) const {
    LaneCommands wanted{};
    if (external().commands_wrench) {
      (law_.vehicle().mass * law_.vehicle().gravity).store(wanted[0].data());
    } else {
      for (std::size_t i = 0; i < numbers(); ++i) commands[i].store(wanted[i].data());
    }
    return wanted;
  }

  /// Sends the input of a lane to its process; false if it fails.
  bool send(int lane, const montecopter_input& input) const {
    ExternalSenses senses;
    if (external().senses.any) senses_of(lane, senses_, senses);
    const ExternalLane flight = lane_of(lane, external().senses.any ? &senses : nullptr);
    return external().functions.send(external().program, flight, input) == 0;
  }

  /// Gets the commands of a lane; false if it fails.
  bool answer(int lane, const montecopter_input& input, LaneCommands& wanted) const {
    double commands[max_rotors] = {};
    ExternalSenses senses;
    if (external().senses.any) senses_of(lane, senses_, senses);
    const ExternalLane flight = lane_of(lane, external().senses.any ? &senses : nullptr);
    if (external().functions.update(external().program, flight, input, commands) != 0) return false;
    for (std::size_t i = 0; i < numbers(); ++i) {
      if (!(0.0 * commands[i] == 0.0)) return false;  // 0 * x is 0 for finite x only
    }
    for (std::size_t i = 0; i < numbers(); ++i) {
      wanted[i][static_cast<std::size_t>(lane)] = commands[i];
    }
    return true;
  }

  /// Starts a lane before the first update; false if it fails.
  bool start(int lane, const montecopter_input& first) {
    ExternalSenses senses;
    if (external().senses.any) senses_of(lane, first_senses_, senses);
    const ExternalLane flight = lane_of(lane, external().senses.any ? &senses : nullptr);
    std::memset(flight.memory, 0, static_cast<std::size_t>(external().lane_bytes()));
    started_[lane] = true;
    const montecopter_vehicle vehicle = vehicle_of(lane);
    double parameters[most_external_parameters];
    const auto& given = law_.template gains<ProgramController>();
    for (std::size_t i = 0; i < external().parameter_count; ++i) {
      const ExternalParameter& p = external().parameters[i];
      parameters[i] =
          p.given < 0 ? p.otherwise : given[static_cast<std::size_t>(p.given)].lane(lane);
    }
    return external().functions.start(external().program, flight, vehicle, parameters, first) == 0;
  }

  /// Starts the processes of all lanes side by side.
  template <class Each>
  void begin(const Each& each) const {
    if (external().functions.begin == nullptr) return;
    std::array<bool, width> is_ready{};
    for (bool all_ready = false; !all_ready;) {
      all_ready = true;
      each([&](int lane, const montecopter_input&) {
        if (is_ready[lane]) return true;
        const int how = external().functions.begin(external().program, lane_of(lane, nullptr));
        is_ready[lane] = how == 0;
        all_ready = all_ready && how != not_ready;
        return how == 0 || how == not_ready;
      });
    }
  }

  static void senses_of(int lane, const Senses<S>& all, ExternalSenses& senses) {
    const Vec3<S>&w = all.body_rate, &f = all.specific_force;
    const S* const vectors[2][3] = {{&w.x, &w.y, &w.z}, {&f.x, &f.y, &f.z}};
    for (std::size_t k = 0; k < 3; ++k) {
      senses.body_rate_rad_s[k] = vectors[0][k]->lane(lane);
      senses.specific_force_m_s2[k] = vectors[1][k]->lane(lane);
      senses.magnetic_field_t[k] = all.field[k].lane(lane);
      senses.gnss_position_m[k] = all.fix[k].lane(lane);
      senses.gnss_velocity_m_s[k] = all.fix[3 + k].lane(lane);
    }
    senses.altitude_m = all.air[0].lane(lane);
    senses.pressure_pa = all.air[1].lane(lane);
    senses.temperature_k = all.air[2].lane(lane);
    senses.gnss_latitude_deg = all.fix[6].lane(lane);
    senses.gnss_longitude_deg = all.fix[7].lane(lane);
    senses.gnss_altitude_m = all.fix[8].lane(lane);
    senses.has_new_field = all.has_field.lane(lane) != 0.0;
    senses.has_new_pressure = all.has_air.lane(lane) != 0.0;
    senses.has_new_position = all.has_fix.lane(lane) != 0.0;
    for (std::size_t i = 0; i < all.distance.size(); ++i) {
      senses.distance_m[i] = all.distance[i].lane(lane);
    }
    senses.voltage_v = all.voltage.lane(lane);
    senses.current_a = all.current.lane(lane);
  }

  montecopter_vehicle vehicle_of(int lane) const {
    const KnownVehicle<S>& known = law_.vehicle();
    const Symmetric3<S>& i = known.inertia;
    const auto rotors = law_.rotors();
    montecopter_vehicle v{};
    v.struct_bytes = sizeof(v);
    v.commands = static_cast<std::uint32_t>(numbers());
    v.mass_kg = known.mass.lane(lane);
    v.gravity_m_s2 = known.gravity.lane(lane);
    const S inertia[9] = {i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz};
    for (int k = 0; k < 9; ++k) v.inertia_kg_m2[k] = inertia[k].lane(lane);
    v.period_s = law_.period().lane(lane);
    v.thrust_low_n = rotors.allocation.thrust_low.lane(lane);
    v.thrust_high_n = rotors.allocation.thrust_high.lane(lane);
    Commands hover;
    law_.hover(hover);
    for (int k = 0; k < plan_.control.rotors; ++k) {
      const AllocatedRotor<S>& r = rotors.allocation.rotor[k];
      v.command_low[k] = command_for(r, r.low).lane(lane);
      v.command_high[k] = command_for(r, r.high).lane(lane);
      v.command_hover[k] = hover[k].lane(lane);
    }
    return v;
  }

  /// Turns the requested commands into commands of the rotors.
  Flying command(const LaneCommands& wanted, Commands& commands) const {
    const auto pack = [&](std::size_t i) { return S::load(wanted[i].data()); };
    if (external().commands_wrench) {
      return law_.rotors().command({pack(0), {pack(1), pack(2), pack(3)}}, commands.data());
    }
    Flying unsaturated = S(0.0) == S(0.0);
    for (std::size_t i = 0; i < numbers(); ++i) {
      const AllocatedRotor<S>& r = law_.rotors().allocation.rotor[i];
      commands[i] = pack(i);
      unsaturated = unsaturated & (command_for(r, r.low) < commands[i]) &
                    (commands[i] < command_for(r, r.high));
    }
    return unsaturated;
  }

  const FlightPlan& plan_;
  const ControlLaw<S>& law_;
  const LaneIo* lanes_;
  int count_;
  std::byte* memory_ = nullptr;
  alignas(64) std::array<double, width> failed_{};  ///< 1: the lane has failed
  std::array<bool, width> started_{};
  Senses<S> first_senses_, senses_;
};

}  // namespace montecopter
