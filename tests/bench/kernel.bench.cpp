/// Sample-steps per second of the kernels: FlightGoggles' quadrotor + rotor drag + wind, 17 states,
/// RK4 at 1 kHz.

#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "bench.hpp"
#include "dynamics/random/stream.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter::bench {
namespace {

constexpr std::int64_t steps = 4000;
constexpr int most_lanes = 8;
constexpr int most_states = rigid_body_size + static_cast<int>(max_rotors);

Multirotor benchmark_vehicle() {
  Multirotor v;
  v.frame = "NWU/FLU";
  v.mass_kg = 1.0;
  v.inertia_kg_m2.xx = v.inertia_kg_m2.yy = 0.0049;
  v.inertia_kg_m2.zz = 0.0069;
  v.quadratic_drag_n_s2_m2 = 0.1;
  v.rotor_drag_1_s = {0.5, 0.4, 0.1};
  v.quadratic_aero_moment_n_m_s2 = {0.003, 0, 0, 0, 0.003, 0, 0, 0, 0.003};
  v.process_noise.force_n2_s = 5e-4;
  v.process_noise.moment_n2_m2_s = 1.25e-7;
  const double x[4] = {0.08, -0.08, -0.08, 0.08}, y[4] = {0.08, 0.08, -0.08, -0.08};
  for (int i = 0; i < 4; ++i) {
    Rotor rotor;
    rotor.position_m = {x[i], y[i], 0};
    rotor.axis = {0, 0, 1};
    rotor.spin = i % 2 == 0 ? 1 : -1;
    SignedQuadraticRotor law;
    law.thrust_n_s2 = 1.91e-6;
    law.torque_n_m_s2 = 2.6e-7;
    rotor.law = law;
    FirstOrderMotor motor;
    motor.time_constant_s = 0.02;
    motor.max = 2200;
    motor.rotor_inertia_kg_m2 = 6.62e-6;
    rotor.motor = motor;
    v.rotors.push_back(rotor);
  }
  return v;
}

/// The benchmark flight with its memory.
struct Case {
  FlightPlan plan{};
  std::vector<double> constants, commands = std::vector<double>(4, 1133.15);
  std::array<double, most_states> start = {0, 0, -3, 0, 0,       0,       1,       0,      0,
                                           0, 0, 0,  0, 1133.15, 1133.15, 1133.15, 1133.15};
  std::array<std::int64_t, 1> command_steps = {0};
  std::array<std::int64_t, checkpoint_count> checkpoints{};
  std::array<std::array<double, most_states>, most_lanes> final_states{};
  std::array<std::array<double, most_states * checkpoint_count>, most_lanes> checkpoint_states{};
  std::array<std::array<std::int64_t, checkpoint_count>, most_lanes> checkpoint_steps{};
  std::array<LaneIo, most_lanes> lanes{};

  Case(IntegratorKind integrator, bool noisy) {
    Surroundings around;
    around.gravity_m_s2 = 9.81;
    around.wind_to_m_s = {3, 1, 0};
    around.noise_period_s = 1e-3;
    const bool specialised = info(integrator).stepping == Stepping::lanes;
    plan.capacity = specialised ? 4 : static_cast<int>(max_rotors);
    constants.resize(multirotor_constants_size(plan.capacity));
    fold_multirotor(benchmark_vehicle(), around, plan.capacity, constants.data());
    plan.law = static_cast<int>(benchmark_vehicle().rotors.front().law.index());
    plan.motor = static_cast<int>(benchmark_vehicle().rotors.front().motor.index());
    plan.motor_states = 1;
    plan.aligned = true;
    plan.rotors = 4;
    plan.terms.quadratic_drag = plan.terms.rotor_drag = plan.terms.quadratic_moment = true;
    plan.terms.rotor_momentum = true;
    plan.terms.force_noise = plan.terms.moment_noise = noisy;
    plan.integrator = integrator;
    plan.relative_tolerance = plan.absolute_tolerance = 1e-9;
    plan.step_s = 1e-3;
    plan.steps = steps;
    plan.noise_every = 1;
    plan.seed = 1;
    plan.noise_stream = stream_hash("process.white");
    plan.commands = commands.data();
    plan.command_steps = command_steps.data();
    plan.command_rows = 1;
    plan.output_every = steps;
    for (int k = 0; k < checkpoint_count; ++k) checkpoints[k] = steps * (k + 1) / checkpoint_count;
    plan.checkpoints = checkpoints.data();
    for (int i = 0; i < most_lanes; ++i) {
      lanes[i].sample = static_cast<std::uint64_t>(i);
      lanes[i].constants = constants.data();
      lanes[i].initial_state = start.data();
      lanes[i].final_state = final_states[i].data();
      lanes[i].checkpoint_states = checkpoint_states[i].data();
      lanes[i].checkpoint_steps = checkpoint_steps[i].data();
    }
  }
};

void set_rate(benchmark::State& state, double per_iteration) {
  state.counters["rate"] = benchmark::Counter(
      per_iteration * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

}  // namespace

void register_kernel_benchmarks() {
  benchmark::RegisterBenchmark("peak/fma [flop]", [](benchmark::State& state) {
    double flop = 0;
    for (auto _ : state) flop = run_fma_loop(200000);
    set_rate(state, flop);
  });
  for (const bool noisy : {false, true}) {
    benchmark::RegisterBenchmark(noisy ? "rival/odeint rk4 + 6 normals" : "rival/odeint rk4",
                                 [noisy](benchmark::State& state) {
                                   for (auto _ : state) {
                                     benchmark::DoNotOptimize(run_rival(steps, noisy));
                                   }
                                   set_rate(state, steps);
                                 });
  }
  for (const Kernel* kernel : available_kernels()) {
    const std::string prefix = std::string(kernel->name) + "/";
    const auto width = kernel->width;
    benchmark::RegisterBenchmark((prefix + "rk4 step").c_str(), [=](benchmark::State& state) {
      Case c(IntegratorKind::rk4, false);
      for (auto _ : state) {
        benchmark::DoNotOptimize(kernel->step_only(c.plan, c.lanes.data(), width, steps));
      }
      set_rate(state, static_cast<double>(steps * width));
    });
    for (const bool noisy : {false, true}) {
      benchmark::RegisterBenchmark(
          (prefix + (noisy ? "rk4 flight + 6 normals" : "rk4 flight")).c_str(),
          [=](benchmark::State& state) {
            Case c(IntegratorKind::rk4, noisy);
            for (auto _ : state) kernel->fly(c.plan, c.lanes.data(), width);
            set_rate(state, static_cast<double>(steps * width));
          });
    }
  }
  const Kernel& best = choose_kernel("auto");
  for (std::size_t i = 0; i < integrators.size(); ++i) {
    const std::string name = "integrator/" + std::string(integrators[i].name);
    benchmark::RegisterBenchmark(name.c_str(), [&best, i](benchmark::State& state) {
      Case c(static_cast<IntegratorKind>(i), false);
      for (auto _ : state) best.fly(c.plan, c.lanes.data(), best.width);
      set_rate(state, static_cast<double>(steps * best.width));
    });
  }
}

}  // namespace montecopter::bench
