#pragma once
/// What holds for every type of every closed list: a type that is added to a list is among the
/// examples, and held to these laws, by being there.

#include <catch2/catch.hpp>
#include <concepts>
#include <map>
#include <string>
#include <vector>

#include "dynamics/models.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/sensors/sensor_kinds.hpp"
#include "support/example_scenarios.hpp"
#include "support/type_names.hpp"

namespace montecopter {

/// A type of a list in the scenario that suits it.
struct ExampleOfType {
  std::string name;   ///< "wind/ramp", "sensors/gnss"
  std::string table;  ///< its example, which begins with its header
  ScenarioBuilder scenario;
};

inline ExampleOfType example_of(const std::string& kind, const std::string& type) {
  const std::string name = kind + "/" + type;
  CAPTURE(name);
  // A sensor is no type of a kind, but a kind of its own, of which all forms have the same keys.
  // Integrators have no keys of their own: their names are the values of one.
  const std::map<std::string, std::string> tables = {
      {"sensors", "[sensors.example." + type + "]\nrate_hz = 100\n"},
      {"integrator", "[integrator]\ntype = \"" + type + "\"\nstep_s = 0.001\n"}};
  const auto written = tables.find(kind);
  const bool is_sensor = kind == "sensors", has_keys = written == tables.end();
  const std::vector<Section> sections = find_sections(has_keys ? name : is_sensor ? type : kind);
  REQUIRE(sections.size() == 1);
  const std::string table = has_keys ? toml_example(sections[0]) : written->second;
  REQUIRE_FALSE(table.empty());
  return {name, table, scenario_with(sections[0], table)};
}

template <ClosedList List>
void add_examples(const std::string& kind, std::vector<ExampleOfType>& all) {
  for (const std::string& type : type_names<List>()) all.push_back(example_of(kind, type));
}

/// Of all types of all lists.
inline std::vector<ExampleOfType> all_examples() {
  std::vector<ExampleOfType> all;
  add_examples<Vehicle>("vehicle", all);
  add_examples<RotorLaw>("law", all);
  add_examples<Motor>("motor", all);
  add_examples<Atmosphere>("atmosphere", all);
  add_examples<MagneticField>("magnetic_field", all);
  add_examples<Ground>("ground", all);
  add_examples<Wind>("wind", all);
  add_examples<Disturbance>("disturbance", all);
  add_examples<Event>("event", all);
  add_examples<Controller>("controller", all);
  add_examples<Trajectory>("trajectory", all);
  add_examples<HeadingOrRows>("heading", all);
  add_examples<Estimator>("estimator", all);
  add_examples<Distribution>("disperse", all);
  add_examples<AnySensor>("sensors", all);
  add_examples<IntegratorKinds>("integrator", all);
  return all;
}

/// Whether the type stands for a program that has to be there to fly.
inline bool needs_program(const ExampleOfType& example) {
  bool needs = false;
  const auto ask = [&]<class C>() {
    if constexpr (std::derived_from<C, ProgramController>) {
      needs = needs || example.name == "controller/" + name_of_type<C>();
    }
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (ask.template operator()<ListedType<i, Controller>>(), ...);
  }
  (std::make_index_sequence<list_size<Controller>>());
  return needs;
}

/// Fifty steps of some samples, no two alike, in which the type has something to do: commands
/// change, events and pulses begin, the vehicle is in the air's way or on the ground.
inline ScenarioBuilder short_flight(const ExampleOfType& example) {
  ScenarioBuilder scenario = example.scenario;
  const auto is_a = [&](const char* kind) { return example.name.starts_with(kind); };
  scenario.set("simulation.duration_s", "0.05")
      .set("output.traces", "all")
      .spread("simulation.initial.body_rate_rad_s.x", -0.5, 0.5);
  if (!is_a("disperse/listed")) scenario.set("monte_carlo.samples", "9");  // it lists four
  if (!is_a("vehicle/")) scenario.set("vehicle.linear_drag_n_s_m", "0.3");
  if (is_a("law/") || is_a("motor/")) {
    scenario.set("controller.rows", "[[0, 1100, 1100, 1100, 1100], [0.01, 1300, 900, 1200, 1e3]]");
  }
  if (is_a("event/")) scenario.set("event.0.at_s", "0.01");
  if (is_a("disturbance/")) scenario.set("disturbance.0.start_s", "0.01");
  if (is_a("estimator/")) scenario.set("controller.feedback", "estimate");
  if (is_a("ground/")) {
    scenario.set("simulation.initial", "{position_m=[0, 0, 0.01], velocity_m_s=[1, 0, 0.3]}");
  }
  return scenario;
}

}  // namespace montecopter
