/// Speed of the kernels in sample-steps per second: every vehicle, every integrator, and the
/// rivals.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <utility>

#include "bench.hpp"
#include "flights.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter::bench {
namespace {

void set_rate(benchmark::State& state, double per_iteration) {
  state.counters["rate"] = benchmark::Counter(
      per_iteration * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void bare_steps(benchmark::State& state, const Kernel& kernel, ReadyFlight& flight) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(kernel.step_only(flight.plan(), flight.lanes(), kernel.width, steps));
  }
  set_rate(state, static_cast<double>(steps * kernel.width));
}

void whole_flights(benchmark::State& state, const Kernel& kernel, ReadyFlight& flight) {
  for (auto _ : state) {
    kernel.fly(flight.plan(), flight.lanes(), kernel.width, flight.flight_memory());
  }
  set_rate(state, static_cast<double>(steps * kernel.width));
}

using Run = void (*)(benchmark::State&, const Kernel&, ReadyFlight&);

void add_row(const std::string& name, Run run, const Kernel& kernel, const Subject& subject) {
  const auto flight = std::make_shared<ReadyFlight>(subject);
  benchmark::RegisterBenchmark(name.c_str(), [run, &kernel, flight](benchmark::State& state) {
    run(state, kernel, *flight);
  });
}

void add_rivals() {
  benchmark::RegisterBenchmark("peak/fma [flop]", [](benchmark::State& state) {
    double flop = 0;
    for (auto _ : state) flop = run_fma_loop(200000);
    set_rate(state, flop);
  });
  for (const auto& [name, flight] :
       {std::pair{"rival/odeint rk4", RivalFlight{}},
        std::pair{"rival/odeint rk4 + 6 normals", RivalFlight{.noise = true}},
        std::pair{"rival/odeint rk4 + 6 normals + sensors",
                  RivalFlight{.noise = true, .sensors = true}},
        std::pair{"rival/odeint rk4 + 6 normals + sensors + biases",
                  RivalFlight{.noise = true, .sensors = true, .biases = true}},
        std::pair{"rival/odeint rk4 + 6 normals + sensors + controller",
                  RivalFlight{.noise = true, .sensors = true, .controller = true}}}) {
    benchmark::RegisterBenchmark(name, [flight = flight](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(run_rival(steps, flight));
      set_rate(state, steps);
    });
  }
}

}  // namespace

void register_kernel_benchmarks() {
  add_rivals();
  for (const Kernel* kernel : available_kernels()) {
    const std::string prefix = std::string(kernel->name) + "/";
    add_row(prefix + "rk4 step", bare_steps, *kernel, quad_with_rotor_drag());
    add_row(prefix + "rk4 flight", whole_flights, *kernel, quad_with_rotor_drag());
    add_row(prefix + "rk4 flight + 6 normals", whole_flights, *kernel,
            quad_with_rotor_drag("rk4", true));
    add_row(prefix + "rk4 flight + 6 normals + sensors", whole_flights, *kernel,
            quad_with_sensors(false));
    add_row(prefix + "rk4 flight + 6 normals + sensors + biases", whole_flights, *kernel,
            quad_with_sensors(true));
    add_row(prefix + "rk4 flight + 6 normals + sensors + controller", whole_flights, *kernel,
            quad_under_control());
  }
  const Kernel& best = choose_kernel("auto");
  for (const IntegratorInfo& integrator : integrators) {
    const std::string name(integrator.name);
    add_row("integrator/" + name, whole_flights, best, quad_with_rotor_drag(name));
  }
  for (const Subject& subject : subjects()) {
    add_row("vehicle/" + subject.name + "/step", bare_steps, best, subject);
    add_row("vehicle/" + subject.name + "/flight", whole_flights, best, subject);
  }
  for (const Subject& form : forms()) {
    add_row("form/" + form.name, whole_flights, best, form);
  }
}

}  // namespace montecopter::bench
