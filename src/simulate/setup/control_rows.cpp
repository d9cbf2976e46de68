#include "simulate/setup/control_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/error.hpp"
#include "core/base/numbers_of.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/linear/lqr_design.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "scenario/controls.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {
namespace {

/// The allocation of so many rotors, in numbers.
int allocation_size(int rotors) {
  constexpr int whole = numbers_of<Allocation<double, max_rotors>>();
  constexpr int each = numbers_of<AllocatedRotor<double>>();
  return whole - (static_cast<int>(max_rotors) - rotors) * each;
}

int size_of_gains(const Controller& controller) {
  return std::visit([]<class C>(const C&) { return gains_size<C>(); }, controller);
}

/// One of these for each DesignedLaw.
LqrGains<double> designed(const LqrController& lqr, const Vehicle& vehicle,
                          const WorldConstants<double>& world, const TimeGrid& time,
                          const std::string& where) {
  const auto design = design_lqr(lqr, vehicle, {world.gravity[0], world.air.density_kg_m3},
                                 static_cast<double>(time.control.every) * time.step_s,
                                 static_cast<double>(time.control.delay) * time.step_s);
  if (const auto* none = std::get_if<NoDesign>(&design)) {
    throw Error(ExitCode::usage, Problem{where, none->what, none->why, none->suggestion}.text());
  }
  return std::get<LqrDesign>(design).gains;
}

/// What the rotors, to which thrusts are allocated, add to the row.
void take_rotors(const Multirotor& vehicle, ControlPlan& control) {
  control.quadratic_rotors = has_quadratic_curves(vehicle);
  control.row += allocation_size(control.rotors);
}
void take_rotors(const Helicopter&, ControlPlan&) {}

void allocate(const Multirotor& vehicle, double density_kg_m3, KnownModel& known) {
  known.allocation = fold_allocation(vehicle, density_kg_m3);
}
void allocate(const Helicopter&, double, KnownModel&) {}

}  // namespace

PreparedControl::PreparedControl(const Plan& plan) {
  const Scenario& scenario = plan.scenario;
  control.kind = static_cast<int>(scenario.controller->index());
  control.closed = loop_timing(*scenario.controller) != nullptr;
  if (!control.is_closed()) return;
  control.every = plan.time.control.every;
  control.delay = plan.time.control.delay;
  control.continuous = plan.time.control.continuous;
  control.uses_estimate = loop_timing(*scenario.controller)->uses_estimate();
  control.rotors = static_cast<int>(controls(*scenario.vehicle).count);
  control.form = command_form(*scenario.vehicle);
  control.updates = plan.time.steps / control.every + 1;
  control.allocation = gains_offset + size_of_gains(*scenario.controller);
  control.row = control.allocation;
  std::visit([&](const auto& vehicle) { take_rotors(vehicle, control); }, *scenario.vehicle);
  control.trim = control.row;
  control.trimmed = scenario.simulation.initial.trimmed;
  if (control.trimmed) control.row += numbers_of<HeldTrim<double>>();
  if (const SetPointTable* table = set_points(*scenario.controller)) {
    control.set_point = kind_of(*table);
    control.set_point_width = width_of(*table);
  } else {
    control.follows_path = true;
    control.path = form_of(*scenario.trajectory, tables);
    control.is_step = has_step_response(*scenario.trajectory);
  }
  external_program = plan.external_program;
  if (external_program) control.external = external_program->plan();
}

KnownModel known_model(const Scenario& nominal, const WorldConstants<double>& world,
                       const TimeGrid& time, const std::string& where) {
  KnownModel known;
  known.period_s = static_cast<double>(time.control.every) * time.step_s;
  std::visit(
      [&](const auto& vehicle) {
        known.vehicle = {vehicle.mass_kg, world.gravity[0],
                         inertia_tensor(vehicle.inertia_kg_m2, frame_signs(vehicle.frame))};
        allocate(vehicle, world.air.density_kg_m3, known);
      },
      *nominal.vehicle);
  std::visit(
      [&]<class C>(const C& law) {
        if constexpr (DesignedLaw<C>) {
          known.*C::designed_gains = designed(law, *nominal.vehicle, world, time, where);
        }
      },
      *nominal.controller);
  return known;
}

std::array<double, max_rotors> hover_commands(const Controller& controller, const KnownModel& known,
                                              const ControlPlan& control) {
  std::array<double, max_rotors> commands{};
  Wrench<double> hover = {known.vehicle.mass * known.vehicle.gravity, {0, 0, 0}};
  std::visit(
      [&]<class C>(const C& law) {
        if constexpr (CommandLaw<C>) {
          const auto gains = law.fold(known);
          const auto& at = C::hover(gains);
          if (!control.form.is_wrench()) std::copy(at.begin(), at.end(), commands.begin());
          hover = {at[0], {at[1], at[2], at[3]}};
        }
      },
      controller);
  if (!control.form.is_wrench()) return commands;
  for (int i = 0; i < control.rotors; ++i) {
    const AllocatedRotor<double>& r = known.allocation.rotor[i];
    commands[i] = command_for(r, unlimited_thrust(r, hover));
  }
  return commands;
}

bool fold_control(const Scenario& scenario, const KnownModel& known, const ControlPlan& control,
                  double* row) {
  ControlBasis<double> basis{known.vehicle, {}};
  if (scenario.trajectory) basis.path = fold_path(*scenario.trajectory);
  std::memcpy(row, &basis, sizeof(basis));
  bool is_valid = true;
  std::visit(
      [&]<class C>(const C& controller) {
        if constexpr (ClosedLoop<C>) {
          for (const LimitPair& limit : controller.limit_pairs()) {
            is_valid = is_valid && limit.low < limit.high;  // as validate_controller() has it
          }
          const GainsOf<C> gains = controller.fold(known);
          std::memcpy(row + gains_offset, &gains,
                      sizeof(double) * static_cast<std::size_t>(gains_size<C>()));
        }
      },
      *scenario.controller);
  const int rest = control.trim - control.allocation;
  std::memcpy(row + control.allocation, &known.allocation,
              static_cast<std::size_t>(rest) * sizeof(double));
  return is_valid;
}

}  // namespace montecopter
