/// Every controller of the list over lanes: what a lane is commanded, and what it remembers, has
/// the bits of the same sample alone.

#include "simulate/lanes/control_law.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "simulate/setup/prepared_flights.hpp"
#include "support/random_lanes.hpp"

namespace montecopter {
namespace {

constexpr int rotors = 4;

/// Rotors of a quadrotor in X, each of its own.
Allocation<double, max_rotors> some_rotors(std::mt19937& random) {
  std::uniform_real_distribution<double> near(0.9, 1.1);
  Allocation<double, max_rotors> a{};
  a.thrust_low = 0.5, a.thrust_high = 30;
  for (int i = 0; i < rotors; ++i) {
    const double roll = i % 3 == 0 ? 1 : -1, pitch = i < 2 ? 1 : -1, yaw = i % 2 == 0 ? 1 : -1;
    a.rotor[static_cast<std::size_t>(i)] = {0.25 * near(random),  roll * near(random),
                                            pitch * near(random), 3 * yaw * near(random),
                                            0.1 * near(random),   8 * near(random),
                                            0.02 * near(random),  0.5 * near(random),
                                            5 * near(random),     0.2};
  }
  return a;
}

/// A sample's row: gains and model at random, of a size that suits every law.
template <class C>
std::vector<double> some_row(const ControlPlan& control, std::mt19937& random) {
  std::uniform_real_distribution<double> near(0.5, 1.5);
  std::vector<double> row(static_cast<std::size_t>(control.row));
  for (double& number : row) number = near(random);
  const Allocation<double, max_rotors> a = some_rotors(random);
  std::memcpy(row.data() + control.allocation, &a,
              sizeof(double) * static_cast<std::size_t>(control.row - control.allocation));
  return row;
}

/// Ten updates of four samples, or of one of them alone.
template <class C, class S>
class Updates {
 public:
  Updates(const FlightPlan& plan, const std::array<LaneIo, 4>& lanes, int first)
      : law_(plan, lanes.data() + first, S::width), inputs_(3, first) {
    if (plan.events.change_gains) law_.scale_gains(inputs_.between(0.5, 2));
    ControlMemory<S> memory;
    law_.start(seen(), memory);
    const std::size_t remembered = static_cast<std::size_t>(control_memory_size<C>());
    for (int k = 0; k < 10; ++k) {
      typename ControlLaw<S>::Commands commands;
      const auto whole = law_.update(k, seen(), wanted(), memory, commands);
      add(std::vector<S>(commands.begin(), commands.begin() + plan.control.rotors));
      add(std::vector<S>(memory.begin(), memory.begin() + remembered));
      add({select(whole, S(1.0), S(0.0))});
    }
    if constexpr (C::law_form == LawForm::wrench) {
      typename ControlLaw<S>::Commands commands;
      law_.evaluate(seen(), wanted(), commands);
      add(std::vector<S>(commands.begin(), commands.begin() + plan.control.rotors));
    }
  }

  const std::vector<double>& of(int lane) const { return of_[static_cast<std::size_t>(lane)]; }

 private:
  Feedback<S> seen() {
    Feedback<S> x;
    x.position = inputs_.vector(2), x.velocity = inputs_.vector(2);
    x.attitude = inputs_.attitude(), x.body_rate = inputs_.vector(1);
    x.rotor_speed = inputs_.between(0, 2);
    return x;
  }
  Reference<S> wanted() {
    Reference<S> d;
    d.position = inputs_.vector(1), d.velocity = inputs_.vector(1);
    d.acceleration = inputs_.vector(0.3), d.jerk = inputs_.vector(1), d.snap = inputs_.vector(1);
    d.set_heading(inputs_.between(-3, 3), inputs_.between(-1, 1), inputs_.between(-1, 1));
    return d;
  }
  void add(const std::vector<S>& numbers) {
    for (const S& number : numbers) {
      for (int i = 0; i < S::width; ++i) of_[static_cast<std::size_t>(i)].push_back(number.lane(i));
    }
  }

  ControlLaw<S> law_;
  RandomLanes<S> inputs_;
  std::array<std::vector<double>, S::width> of_;
};

template <class C>
FlightPlan plan_for(const CommandForm& form, bool follows_path, bool gains_change) {
  FlightPlan plan{};
  plan.step_s = 0.002;
  plan.events.change_gains = gains_change;
  ControlPlan& control = plan.control;
  control.kind = index_of<C, Controller>();
  control.closed = true;
  control.every = 4, control.delay = 3;
  control.form = form;
  control.rotors = form.is_wrench() ? rotors : form.commands;
  control.allocation = gains_offset + gains_size<C>();
  control.row = control.allocation + 2 + 10 * rotors;
  control.follows_path = follows_path;
  control.set_point_width = 4;
  return plan;
}

template <class C>
void check(FlightPlan plan) {
  INFO(C::type_name << ", " << plan.control.form.commands << " commands, "
                    << (plan.control.follows_path ? "a path" : "set-points")
                    << (plan.events.change_gains ? ", other gains" : ""));
  static const double rows[] = {0.3, -0.2, 0.1, 14, -0.1, 0.4, 0.2, 12};
  static const std::int64_t steps[] = {0, 5};
  plan.commands = rows, plan.command_steps = steps, plan.command_rows = 2;
  std::mt19937 random(5);
  const SampleParts parts = parts_of(plan);
  plan.parts = &parts;
  std::array<SampleRow, 4> samples;
  std::array<LaneIo, 4> lanes{};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::vector<double> control = some_row<C>(plan.control, random);
    samples[i] = SampleRow(parts);
    std::copy(control.begin(), control.end(), samples[i][&SampleParts::control].begin());
    lanes[i].row = samples[i].data();
  }
  const Updates<C, FourDoubles> together(plan, lanes, 0);
  for (int i = 0; i < 4; ++i) {
    const Updates<C, OneDouble> alone(plan, lanes, i);
    CHECK(same_bits(together.of(i), alone.of(0)));
    for (const double number : alone.of(0)) REQUIRE(std::isfinite(number));
  }
  CHECK(!same_bits(together.of(0), together.of(1)));
}

template <class C>
void check_all_forms() {
  if constexpr (is_closed_loop<C> && !is_program_law<C>) {  // programs: external_law.test.cpp
    bool needs_set_points = false;
    if constexpr (FollowsSetPoints<C>) needs_set_points = C().set_point_table() != nullptr;
    for (const bool gains_change : {false, true}) {
      if (!needs_set_points) check<C>(plan_for<C>({4, 1}, true, gains_change));
      if (FollowsSetPoints<C>) check<C>(plan_for<C>({4, 1}, false, gains_change));
      if (is_command_law<C>) check<C>(plan_for<C>({5, 1}, true, gains_change));
    }
  }
}

TEST_CASE("a lane of every controller has the bits of the sample alone") {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (check_all_forms<ListedType<i, Controller>>(), ...);
  }
  (std::make_index_sequence<list_size<Controller>>());
}

}  // namespace
}  // namespace montecopter
