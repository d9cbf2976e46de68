#include "scenario/derived/controls.hpp"

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <vector>

#include "core/base/text.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/electric_supply.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {

namespace {

Parts rotors_of(const Multirotor& vehicle) {
  const bool speed =
      !vehicle.rotors.empty() &&
      std::visit([](const auto& law) { return law.takes_speed(); }, *vehicle.rotors.front().law);
  return {"rotor", std::ssize(vehicle.rotors), "rotors in command order", speed ? "rad s-1" : "1",
          "one per rotor"};
}
Parts rotors_of(const Helicopter&) {
  return {"rotor", 2, "main, tail", "rad s-1", "main rotor and tail rotor"};
}

Parts controls_of(const Multirotor& vehicle) { return rotors_of(vehicle); }
Parts controls_of(const Helicopter&) {
  const std::vector<std::string> names(helicopter_controls.begin(), helicopter_controls.end());
  return {"control", std::ssize(names), join(names, ", "), "1", "in the order " + join(names)};
}

template <class V>
const Battery* battery_in(const V& vehicle) {
  return vehicle.battery ? &*vehicle.battery : nullptr;
}

bool have_speed(const Multirotor& vehicle) {
  return vehicle.rotors.empty() ||
         std::visit([]<class M>(const M&) { return has_speed_state<M>; }, *vehicle.rotors[0].motor);
}
bool have_speed(const Helicopter&) { return true; }

}  // namespace

Parts controls(const Vehicle& vehicle) {
  return std::visit([](const auto& v) { return controls_of(v); }, vehicle);
}

Parts rotors(const Vehicle& vehicle) {
  return std::visit([](const auto& v) { return rotors_of(v); }, vehicle);
}

std::string_view controller_type(const Controller& controller) {
  return std::visit([](const auto& law) { return law.type_name; }, controller);
}

const TimedRows* command_rows(const Controller& controller) {
  return std::visit(
      []<class C>(const C& law) -> const TimedRows* {
        if constexpr (!is_closed_loop<C>) return &law;
        return nullptr;
      },
      controller);
}

const LoopTiming* loop_timing(const Controller& controller) {
  return std::visit(
      []<class C>(const C& law) -> const LoopTiming* {
        if constexpr (is_closed_loop<C>) return &law;
        return nullptr;
      },
      controller);
}

const ProgramController* program_of(const Controller& controller) {
  return std::visit(
      []<class C>(const C& law) -> const ProgramController* {
        if constexpr (is_program_law<C>) return &law;
        return nullptr;
      },
      controller);
}

ProgramNames program_names(const Controller& controller) {
  return std::visit(
      []<class C>(const C&) -> ProgramNames {
        if constexpr (is_program_law<C>) return C::program_names;
        return {};
      },
      controller);
}

bool is_firmware(const Controller& controller) {
  return std::visit([]<class C>(const C&) { return std::derived_from<C, FirmwareController>; },
                    controller);
}

bool is_process(const Controller& controller) {
  return std::visit(
      []<class C>(const C&) {
        if constexpr (is_program_law<C>) return C::is_process;
        return false;
      },
      controller);
}

bool keeps_log(const Controller& controller) {
  return std::visit(
      []<class C>(const C& law) {
        if constexpr (std::derived_from<C, FirmwareController>) return law.keep_log;
        return false;
      },
      controller);
}

bool is_repeatable(const Controller& controller) {
  return std::visit(
      []<class C>(const C&) {
        if constexpr (is_program_law<C>) return C::why_not_repeatable.empty();
        return true;
      },
      controller);
}

std::vector<ProgramWord> program_words(const Controller& controller) {
  return std::visit(
      []<class C>(const C& law) -> std::vector<ProgramWord> {
        if constexpr (is_program_law<C>) return law.named();
        return {};
      },
      controller);
}

bool closes_known_loop(const Controller& controller) {
  return loop_timing(controller) != nullptr && program_of(controller) == nullptr;
}

const SetPointTable* set_points(const Controller& controller) {
  return std::visit(
      []<class C>(const C& law) -> const SetPointTable* {
        static_assert(
            FollowsSetPoints<C> || !requires { &C::set_points; },
            "this controller reads set-points, and has no set_point_table()");
        if constexpr (FollowsSetPoints<C>) return law.set_point_table();
        return nullptr;
      },
      controller);
}

bool follows_only_body_rates(const Controller& controller) {
  return std::visit(
      []<class C>(const C&) {
        if constexpr (FollowsSetPoints<C>) return C::follows_only_body_rates;
        return false;
      },
      controller);
}

std::optional<double> held_rotor_speed(const Controller& controller) {
  return std::visit(
      []<class C>(const C& law) -> std::optional<double> {
        if constexpr (DesignedLaw<C>) return law.rotor_speed_rad_s;
        return std::nullopt;
      },
      controller);
}

const Battery* battery_of(const Vehicle& vehicle) {
  return std::visit([](const auto& v) { return battery_in(v); }, vehicle);
}

bool motors_are_electric(const Vehicle& vehicle) {
  const auto* multirotor = std::get_if<Multirotor>(&vehicle);
  return multirotor != nullptr && has_electric_motors(*multirotor);
}

std::array<double, 3> centre_of_mass_m(const Vehicle& vehicle) {
  return std::visit(
      [](const auto& v) {
        const auto signs = frame_signs(v.frame);
        const auto& centre = v.centre_of_mass_m;
        return std::array{signs[0] * centre[0], signs[1] * centre[1], signs[2] * centre[2]};
      },
      vehicle);
}

std::string_view motors_without_speed() {
  static const std::string text = [] {
    std::vector<std::string> types;
    for_each_type<Motor>([&]<class M>() {
      if (!has_speed_state<M>) types.emplace_back(M::type_name);
    });
    return fmt::format("motors of type {} have no speed of their own", fmt::join(types, " and "));
  }();
  return text;
}

bool rotors_have_speed(const Vehicle& vehicle) {
  return std::visit([](const auto& v) { return have_speed(v); }, vehicle);
}

}  // namespace montecopter
