/// A flight allocates nothing, but by Odeint's Bulirsch-Stoer: operator new of this executable
/// counts its calls.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "physics/reference_case.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "support/common_laws.hpp"
#include "support/lane_bench.hpp"

namespace {
std::size_t allocations = 0;  // the tests of this executable run on one thread at a time
}  // namespace

// Not inlined: g++ 12 would see malloc on one side and operator delete on the other, and warn.
#define REPLACED __attribute__((noinline))
REPLACED void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
REPLACED void* operator new[](std::size_t size) { return operator new(size); }
REPLACED void operator delete(void* memory) noexcept { std::free(memory); }
REPLACED void operator delete[](void* memory) noexcept { std::free(memory); }
REPLACED void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
REPLACED void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace montecopter {
namespace {

TEST_CASE("no kernel allocates in flight") {
  const IntegratorInfo integrator = GENERATE(from_range(integrators));
  ReferenceCase c = load_reference_case("models/flightgoggles_a.toml");
  c.force_noise = 5e-4;
  c.moment_noise = 1.25e-7;
  c.duration = 0.25;  // two readings of the slowest sensor
  LaneBench bench(plan_of(to_scenario(c, {.integrator = std::string(integrator.name),
                                          .samples = 9,
                                          .more = "[sensors.s.accelerometer]\nrate_hz = 240\n"
                                                  "white_noise_m_s2 = 0.1\ndropout = 0.1\n"
                                                  "[sensors.s.rotor_speed]\nrate_hz = 96\n"
                                                  "[sensors.s.gnss]\nrate_hz = 10\n"})));
  bench.build(9);
  std::vector<LaneIo> ios = bench.start();
  for (const Kernel* kernel : available_kernels()) {
    const std::size_t before = allocations;
    kernel->fly(bench.prepared.flights, ios.data(), 9, bench.flight_memory());
    const std::size_t after = allocations;
    CAPTURE(integrator.name, kernel->name);
    CHECK((after > before) == integrator.allocates);
  }
  const std::size_t before = allocations;
  const std::vector<int> one(1);
  CHECK(allocations > before);  // the counter counts
}

TEST_CASE("nor does one in a closed loop, in turbulent air") {
  const std::string rate = GENERATE("500", "\"continuous\"");
  const std::string delay = rate == "500" ? "0.002" : "0";
  LaneBench bench(make_plan(load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/f450-lemniscate.toml",
      {"controller.rate_hz=" + rate, "controller.delay_s=" + delay, "simulation.duration_s=0.1",
       "wind=[{type=\"dryden_low_altitude\", wind_20ft_m_s=5, airspeed_m_s=5, "
       "height_m=10}]"})));
  bench.build(9);
  std::vector<LaneIo> ios = bench.start();
  for (const Kernel* kernel : available_kernels()) {
    const std::size_t before = allocations;
    kernel->fly(bench.prepared.flights, ios.data(), 9, bench.flight_memory());
    const std::size_t after = allocations;
    CAPTURE(rate, kernel->name);
    CHECK(after == before);
  }
}

TEST_CASE("nor does one that flies on an estimate") {
  const std::string type = GENERATE("ekf", "mahony");
  LaneBench bench(make_plan(load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/x500-estimated.toml",
      {"estimator.type=\"" + type + "\"", "estimator.wind={}", "simulation.duration_s=0.2"})));
  bench.build(9);
  std::vector<LaneIo> ios = bench.start();
  for (const Kernel* kernel : available_kernels()) {
    const std::size_t before = allocations;
    kernel->fly(bench.prepared.flights, ios.data(), 9, bench.flight_memory());
    const std::size_t after = allocations;
    CAPTURE(type, kernel->name);
    CHECK(after == before);
  }
}

/// Whether the type is an integrator that allocates in its steps, and says so.
bool may_allocate(const ExampleOfType& example) {
  return std::any_of(integrators.begin(), integrators.end(), [&](const IntegratorInfo& one) {
    return one.allocates && example.name == "integrator/" + std::string(one.name);
  });
}

TEST_CASE("nor does one of any type of any list, but for integrators that say so") {
  for (const ExampleOfType& example : all_examples()) {
    if (needs_program(example)) continue;
    INFO(example.name << "\n" << example.table);
    const Plan plan = short_flight(example).plan();
    const int samples = static_cast<int>(plan.layout.samples);
    LaneBench bench(plan);
    bench.build(samples);
    std::vector<LaneIo> ios = bench.start();
    for (const Kernel* kernel : available_kernels()) {
      const std::size_t before = allocations;
      kernel->fly(bench.prepared.flights, ios.data(), samples, bench.flight_memory());
      const std::size_t after = allocations;
      INFO(kernel->name);
      CHECK((after == before) == !may_allocate(example));
      CHECK(ios.back().steps_flown == (example.name == "event/end" ? 10 : 50));  // at_s = 0.5
    }
  }
}

}  // namespace
}  // namespace montecopter
