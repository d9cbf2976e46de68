/// A controller of the user's own over lanes: each lane is asked with its own numbers and memory,
/// and what it commands has the bits of the same sample alone.

#include "simulate/lanes/external_law.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>

#include "scenario/load.hpp"
#include "simulate/block_flyer.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/external/library.hpp"
#include "simulate/setup/prepared_flights.hpp"
#include "support/random_lanes.hpp"

namespace montecopter {
namespace {

constexpr int four_rotors = 4;

struct Remembered {
  double parameter, mass, updates, sum;
};

int start(void* memory, const montecopter_vehicle* vehicle, const double* parameters,
          const montecopter_input* first) {
  auto& m = *static_cast<Remembered*>(memory);
  if (m.parameter != 0 || reinterpret_cast<std::uintptr_t>(memory) % 64 != 0) return 1;
  m = {parameters[1], vehicle->mass_kg, 0, parameters[0]};
  return vehicle->commands == 4 && vehicle->struct_bytes == sizeof(*vehicle) &&
                 first->reference != nullptr && first->set_point == nullptr
             ? 0
             : 1;
}

/// Fails at the third update where the parameter is above 1.
int update(void* memory, const montecopter_input* in, double* commands) {
  auto& m = *static_cast<Remembered*>(memory);
  m.updates += 1;
  m.sum += in->state->position_m[2] - in->reference->position_m[2];
  commands[0] = m.mass * 9.81 + m.sum + in->gain_factor;
  commands[1] = 0.01 * in->state->body_rate_rad_s[0] + 0.01 * in->reference->jerk_m_s3[1];
  commands[2] = 0.01 * in->state->attitude[0] + 0.01 * in->reference->heading_rad;
  commands[3] = 0.001 * in->time_s + 0.01 * in->reference->heading_acceleration_rad_s2;
  return m.updates == 3 && m.parameter > 1 ? 1 : 0;
}

const montecopter_parameter parameters[] = {{"given_by_nobody", 0.25}, {"limit", 0}};
const montecopter_controller controller = {MONTECOPTER_CONTROLLER_INTERFACE,
                                           sizeof(montecopter_controller),
                                           "test",
                                           "1",
                                           sizeof(Remembered) + 40,
                                           MONTECOPTER_WRENCH,
                                           1,
                                           2,
                                           parameters,
                                           start,
                                           update};

FlightPlan plan_of_own() {
  FlightPlan plan{};
  plan.step_s = 0.002;
  plan.sensors.memory = 3;
  ControlPlan& control = plan.control;
  control.kind = index_of<LibraryController, Controller>();
  control.closed = control.follows_path = true;
  control.every = 4;
  control.form = {4, 1};
  control.rotors = four_rotors;
  control.allocation = gains_offset + gains_size<LibraryController>();
  control.row = control.allocation + 2 + 10 * four_rotors;
  control.external = plan_of(controller);
  control.external.parameters[0].otherwise = 0.25;
  control.external.parameters[1].given = 0;
  return plan;
}

/// Rotors of a quadrotor in X.
Allocation<double, max_rotors> quadrotor() {
  Allocation<double, max_rotors> a{};
  a.thrust_low = 0.5, a.thrust_high = 80;
  for (int i = 0; i < four_rotors; ++i) {
    const double roll = i % 3 == 0 ? 1 : -1, pitch = i < 2 ? 1 : -1, yaw = i % 2 == 0 ? 1 : -1;
    a.rotor[static_cast<std::size_t>(i)] = {0.25, roll, pitch, 3 * yaw, 0.1, 20, 0.02, 0.5, 5, 0.2};
  }
  return a;
}

/// Five updates of four samples, or of one of them alone; lane 1 flies until the third only.
template <class S>
class ExternalUpdates {
 public:
  ExternalUpdates(const FlightPlan& plan, const std::array<LaneIo, 4>& lanes, int first)
      : law_(plan, lanes.data() + first, S::width),
        memory_(static_cast<std::size_t>(plan.memory())),
        own_(plan, law_, lanes.data() + first, S::width, memory_[0].pack),
        inputs_(3, first) {
    typename ControlLaw<S>::Commands commands;
    law_.hover(commands);
    for (int k = 0; k < 5; ++k) {
      alignas(64) double end[S::width] = {};
      for (int i = 0; i < S::width; ++i) end[i] = first + i == 1 ? 3.0 : 9.0;
      const auto flying = S(static_cast<double>(k)) < S::load(end);
      const Feedback<S> x = seen();
      own_.update(4 * k, x, wanted(), flying, commands);
      for (int i = 0; i < S::width; ++i) {
        for (int r = 0; r < four_rotors; ++r)
          of_[static_cast<std::size_t>(i)].push_back(
              flying.lane(i) && own_.works().lane(i) ? commands[static_cast<std::size_t>(r)].lane(i)
                                                     : 0);
      }
    }
  }

  const std::vector<double>& of(int lane) const { return of_[static_cast<std::size_t>(lane)]; }
  bool works(int lane) const { return own_.works().lane(lane); }

 private:
  Feedback<S> seen() {
    Feedback<S> x;
    x.position = inputs_.vector(2), x.velocity = inputs_.vector(2);
    x.attitude = inputs_.attitude(), x.body_rate = inputs_.vector(1);
    return x;
  }
  Reference<S> wanted() {
    Reference<S> d;
    d.position = inputs_.vector(1), d.velocity = inputs_.vector(1);
    d.acceleration = inputs_.vector(0.3), d.jerk = inputs_.vector(1), d.snap = inputs_.vector(1);
    d.set_heading(inputs_.between(-3, 3), inputs_.between(-1, 1), inputs_.between(-1, 1));
    return d;
  }

  ControlLaw<S> law_;
  std::vector<KernelMemory> memory_;
  ExternalLaw<S> own_;
  RandomLanes<S> inputs_;
  std::array<std::vector<double>, S::width> of_;
};

TEST_CASE("a lane of a controller of one's own has the bits of the sample alone") {
  FlightPlan plan = plan_of_own();
  const SampleParts parts = parts_of(plan);
  plan.parts = &parts;
  std::array<SampleRow, 4> samples;
  std::array<LaneIo, 4> lanes{};
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<double> row(static_cast<std::size_t>(plan.control.row));
    row[0] = 1.5 + 0.1 * static_cast<double>(i), row[1] = 9.81;  // mass, gravity
    row[gains_offset] = i == 2 ? 1.5 : 0.5;
    const Allocation<double, max_rotors> a = quadrotor();
    std::memcpy(row.data() + plan.control.allocation, &a,
                sizeof(double) * static_cast<std::size_t>(2 + 10 * four_rotors));
    samples[i] = SampleRow(parts);
    std::copy(row.begin(), row.end(), samples[i][&SampleParts::control].begin());
    lanes[i].row = samples[i].data();
  }
  const ExternalUpdates<FourDoubles> together(plan, lanes, 0);
  for (int i = 0; i < 4; ++i) {
    const ExternalUpdates<OneDouble> alone(plan, lanes, i);
    CHECK(same_bits(together.of(i), alone.of(0)));
    CHECK(together.works(i) == (i != 2));
    CHECK(alone.works(0) == (i != 2));
  }
  CHECK(!same_bits(together.of(0), together.of(3)));
  CHECK_FALSE(together.of(2).back() > 0);
  CHECK_FALSE(together.of(1).back() > 0);
  CHECK(together.of(0).back() > 0);
}

TEST_CASE("where a program is not loaded, nothing flies in its place") {
  const std::string folder = std::string(MONTECOPTER_SCENARIOS) + "/controllers/library/";
  // Any file will do: until it is loaded, it is only hashed.
  const Plan plan = make_plan(load_scenario(folder + "f450-cascade.toml",
                                            {"controller.library=\"" + folder + "cascade.c\""}));
  const PreparedFlights prepared(plan);  // as `plan` does, which flies nothing
  CHECK_THROWS_WITH(BlockFlyer(plan, prepared, choose_kernel("baseline")),
                    Catch::Contains("is not run"));
}

}  // namespace
}  // namespace montecopter
