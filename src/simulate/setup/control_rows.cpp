#include "simulate/setup/control_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/error.hpp"
#include "core/base/numbers_of.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/linear/lqr_design.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "scenario/derived/controls.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {
namespace {

/// Size of the allocation to this number of rotors, in numbers.
int allocation_size(int rotors) {
  constexpr int whole = numbers_of<Allocation<double, max_rotors>>();
  constexpr int each = numbers_of<AllocatedRotor<double>>();
  return whole - (static_cast<int>(max_rotors) - rotors) * each;
}

int size_of_gains(const Controller& controller) {
  return std::visit([]<class C>(const C&) { return gains_size<C>(); }, controller);
}

/// One overload for each DesignedLaw.
void design(const LqrController& lqr, const Vehicle& vehicle, const WorldConstants<double>& world,
            const TimeGrid& time, const std::string& where, KnownModel& known) {
  auto design =
      design_lqr(lqr, vehicle, {world.gravity[0], world.air.density_kg_m3, world.air.temperature_k},
                 static_cast<double>(time.control.every) * time.step_s,
                 static_cast<double>(time.control.delay) * time.step_s);
  if (const auto* none = std::get_if<NoDesign>(&design)) {
    throw Error(ExitCode::usage, Problem{where, none->what, none->why, none->suggestion});
  }
  known.lqr = std::get<LqrDesign>(design).gains;
  known.lqr_pending = std::move(std::get<LqrDesign>(design).pending_gains);
}

/// Takes the rotors that thrusts are allocated to, which add to the row.
void take_rotors(const Multirotor& vehicle, ControlPlan& control) {
  control.quadratic_rotors = has_quadratic_curves(vehicle);
  control.row += allocation_size(control.rotors);
}
void take_rotors(const Helicopter&, ControlPlan&) {}

/// What the controller does without after each event that reallocates.
std::vector<Forgone> forgone_by_events(const Scenario& scenario) {
  std::vector<Forgone> forgone;
  for (const Event& event : scenario.event) {
    std::visit(
        [&]<class E>(const E& e) {
          if constexpr (LeavesOutRotor<E>) {
            forgone.push_back({e.rotor_bits(), e.give_up_yaw});
          }
        },
        event);
  }
  return forgone;
}

void allocate(const Multirotor& vehicle, double density_kg_m3, const Scenario& scenario,
              KnownModel& known) {
  known.allocation = fold_allocation(vehicle, density_kg_m3);
  for (const Forgone& forgone : forgone_by_events(scenario)) {
    known.reallocations.push_back(fold_allocation(vehicle, density_kg_m3, forgone));
  }
}
void allocate(const Helicopter&, double, const Scenario&, KnownModel&) {}

/// Layout of the waiting commands of a controller, without their number of updates.
PendingPlan pending_of(const Controller& controller, const ControlPlan& control) {
  PendingPlan pending;
  pending.width = control.rotors;
  pending.law_width = std::visit(
      [&]<class C>(const C&) { return pending_width<C>(control.form.commands); }, controller);
  const bool is_designed = std::visit([]<class C>(const C&) { return DesignedLaw<C>; }, controller);
  if (is_designed) pending.gains_each = control.form.commands * control.form.commands;
  return pending;
}

}  // namespace

void set_timing(ControlPlan& control, std::int64_t every, std::int64_t delay) {
  control.row -= control.pending.gains();
  control.every = every, control.delay = delay;
  control.pending.updates = static_cast<int>(pending_updates(every, delay));
  control.row += control.pending.gains();
}

PreparedControl::PreparedControl(const Plan& plan) {
  const Scenario& scenario = plan.scenario;
  control.kind = static_cast<int>(scenario.controller->index());
  control.closed = loop_timing(*scenario.controller) != nullptr;
  if (!control.is_closed()) return;
  control.continuous = plan.time.control.continuous;
  control.uses_estimate = loop_timing(*scenario.controller)->uses_estimate();
  control.rotors = static_cast<int>(controls(*scenario.vehicle).count);
  control.form = command_form(*scenario.vehicle);
  control.updates = plan.time.steps / plan.time.control.every + 1;
  control.allocation = gains_offset + size_of_gains(*scenario.controller);
  control.row = control.allocation;
  std::visit([&](const auto& vehicle) { take_rotors(vehicle, control); }, *scenario.vehicle);
  control.trim = control.row;
  control.trimmed = scenario.simulation.initial.trimmed;
  if (control.trimmed) control.row += numbers_of<HeldTrim<double>>();
  control.pending = pending_of(*scenario.controller, control);
  control.reallocations = static_cast<int>(forgone_by_events(scenario).size());
  control.row += control.reallocations * control.allocation_size();
  set_timing(control, plan.time.control.every, plan.time.control.delay);
  if (const SetPointTable* table = set_points(*scenario.controller)) {
    control.set_point = kind_of(*table);
    control.set_point_width = width_of(*table);
  } else {
    control.follows_path = true;
    control.is_step = has_step_response(*scenario.trajectory);
  }
  external_program = plan.external_program;
  if (external_program) control.external = external_program->plan();
}

void PreparedControl::plan_path(const Trajectory& trajectory) {
  if (control.follows_path) control.path = form_of(trajectory, tables);
}

KnownModel known_model(const Scenario& nominal, const WorldConstants<double>& world,
                       const TimeGrid& time, const std::string& where) {
  KnownModel known;
  known.period_s = static_cast<double>(time.control.every) * time.step_s;
  std::visit(
      [&](const auto& vehicle) {
        known.vehicle = {vehicle.mass_kg, world.gravity[0],
                         inertia_tensor(vehicle.inertia_kg_m2, frame_signs(vehicle.frame))};
        allocate(vehicle, world.air.density_kg_m3, nominal, known);
      },
      *nominal.vehicle);
  std::visit(
      [&]<class C>(const C& law) {
        if constexpr (DesignedLaw<C>) {
          design(law, *nominal.vehicle, world, time, where, known);
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
        if constexpr (is_command_law<C>) {
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
        if constexpr (is_closed_loop<C>) {
          for (const LimitPair& limit : controller.limit_pairs()) {
            is_valid = is_valid && limit.low < limit.high;  // as validate_controller() has it
          }
          const GainsOf<C> gains = controller.fold(known);
          std::memcpy(row + gains_offset, &gains,
                      sizeof(double) * static_cast<std::size_t>(gains_size<C>()));
        }
      },
      *scenario.controller);
  const auto size = static_cast<std::size_t>(control.allocation_size()) * sizeof(double);
  std::memcpy(row + control.allocation, &known.allocation, size);
  for (int k = 1; k <= control.reallocations; ++k) {
    std::memcpy(row + control.allocation_at(k),
                &known.reallocations[static_cast<std::size_t>(k - 1)], size);
  }
  if (control.pending.gains() > 0) {
    std::copy(known.lqr_pending.begin(), known.lqr_pending.end(), row + control.kept());
  }
  return is_valid;
}

}  // namespace montecopter
