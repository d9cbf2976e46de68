/// The form of the flights of a plan: which terms they have, and how much room a row gives to
/// rotors. It decides equations and their rounding, so what makes a term stands here once more, as
/// a table by key.

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>

#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/unknown_numbers.hpp"
#include "simulate/setup/sample_builder.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

using T = MultirotorTerms;

struct Makes {
  std::string_view key;  ///< of a number, or of an array
  bool T::*term;
};
constexpr Makes terms_by_key[] = {
    {"vehicle.quadratic_drag_n_s2_m2", &T::quadratic_drag},
    {"vehicle.drag_area_m2", &T::quadratic_drag},
    {"vehicle.linear_drag_n_s_m", &T::linear_drag},
    {"vehicle.rotor_drag_1_s", &T::rotor_drag},
    {"vehicle.translational_lift_1_m", &T::translational_lift},
    {"vehicle.quadratic_aero_moment_n_m_s2", &T::quadratic_moment},
    {"vehicle.linear_aero_moment_n_m_s", &T::linear_moment},
    {"vehicle.velocity_aero_moment_n_s", &T::velocity_moment},
    {"vehicle.inertia_kg_m2.turn_rad", &T::full_inertia},
    {"vehicle.rotors.0.motor.rotor_inertia_kg_m2", &T::rotor_momentum},
    {"vehicle.rotors.1.motor.rotor_inertia_kg_m2", &T::rotor_momentum},
    {"vehicle.rotors.2.motor.rotor_inertia_kg_m2", &T::rotor_momentum},
    {"vehicle.rotors.3.motor.rotor_inertia_kg_m2", &T::rotor_momentum},
    {"vehicle.process_noise.force_n2_s", &T::force_noise},
    {"vehicle.process_noise.moment_n2_m2_s", &T::moment_noise},
};

bool ends_in_any(const std::string& path, std::initializer_list<const char*> ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](const char* end) { return path.ends_with(end); });
}

bool tilts_rotor(const std::string& path) {
  return path.starts_with("vehicle.rotors.") && ends_in_any(path, {".axis.x", ".axis.y"});
}

/// Adds what dispersed numbers make to the form of the flights without.
MultirotorForm with_dispersed(MultirotorForm form, const std::vector<std::string>& paths,
                              bool air_varies) {
  for (const std::string& path : paths) {
    for (const Makes& row : terms_by_key) {
      if (path.starts_with(row.key)) form.terms.*row.term = true;
    }
    // Of any matrix: such samples have always flown the equations with products of inertia.
    if (ends_in_any(path, {".xy", ".xz", ".yz", ".yx", ".zx", ".zy"})) {
      form.terms.full_inertia = true;
    }
    if (path == "vehicle.drag_area_m2" && air_varies) form.terms.air_varies = true;
    if (tilts_rotor(path)) form.aligned = false;
  }
  if (!form.aligned || form.terms.air_varies) form.capacity = static_cast<int>(max_rotors);
  return form;
}

struct Base {
  const char* name;
  ScenarioBuilder scenario;
  bool air_varies = false;
};

ScenarioBuilder bare() { return ScenarioBuilder::quadrotor(); }

std::vector<Base> bases() {
  return {
      {"bare", bare()},
      {"stretched", bare().set("vehicle.inertia_kg_m2.stretch", "[1.1, 0.9, 1.3]")},
      {"turned", bare().set("vehicle.inertia_kg_m2.turn_rad", "[0.1, 0.2, 0.0]")},
      {"with products", bare().set("vehicle.inertia_kg_m2.xz", "1e-4")},
      {"with terms", bare()
                         .set("vehicle.drag_area_m2", "0.01")
                         .set("vehicle.rotor_drag_1_s", "[0.1, 0.1, 0.0]")
                         .set("vehicle.linear_aero_moment_n_m_s", "[0.01, 0.01, 0.02]")
                         .set("vehicle.velocity_aero_moment_n_s.xy", "0.001")
                         .set("vehicle.process_noise.force_n2_s", "0.001")},
      {"with lagging loads",
       bare().put("[vehicle.rotor.motor]\ntype = \"load_lag\"\ntime_constant_s = 0.02\n"
                  "speed_thrust_n_s2 = 2e-6\nmax = 2000\n")},
      {"in air that varies", bare().put("[environment.atmosphere]\ntype = \"isa\"\n"), true},
      {"with sensors", ScenarioBuilder::loop()
                           .put("[sensors.laser.range_finder]\nrate_hz = 50\naxis = [0, 0, 1]\n")
                           .put("[environment.atmosphere]\ntype = \"uniform\"\n")},
  };
}

/// Spreads a number a little, upwards.
void spread(ScenarioBuilder& scenario, const NumberRef& number) {
  const double nominal = *number.value;
  scenario.set("disperse.\"" + number.path + "\"",
               fmt::format("{{dist=\"uniform\", low={:#.17g}, high={:#.17g}}}", nominal,
                           nominal + 0.01 * std::abs(nominal) + 1e-6));
}

MultirotorForm form_of(const Plan& plan) { return PreparedFlights(plan).flights.multirotor; }

/// Numbers that samples may have of their own: of the vehicle all, of sensors those whose paths end
/// as paths of a vehicle do.
std::vector<NumberRef> dispersible(Scenario& scenario) {
  std::vector<NumberRef> numbers;
  for (const NumberRef& number : all_numbers(scenario)) {
    const bool of_vehicle = number.path.starts_with("vehicle.");
    const bool is_alike = number.path.starts_with("sensors.") &&
                          ends_in_any(number.path, {".axis.x", ".axis.y", ".xy", ".zx"});
    if ((of_vehicle || is_alike) && number.vary == Vary::per_sample) numbers.push_back(number);
  }
  return numbers;
}

TEST_CASE("of every number that is dispersed the flights have the terms, and no others") {
  std::set<std::string_view> made;
  for (const Base& base : bases()) {
    Scenario scenario = base.scenario.load().scenario;
    const MultirotorForm without = form_of(base.scenario.plan());
    for (const NumberRef& number : dispersible(scenario)) {
      INFO(base.name << ": " << number.path);
      ScenarioBuilder dispersed = base.scenario;
      spread(dispersed, number);
      const MultirotorForm expected = with_dispersed(without, {number.path}, base.air_varies);
      CHECK(form_of(dispersed.plan()) == expected);
      for (const Makes& row : terms_by_key) {
        if (number.path.starts_with(row.key)) made.insert(row.key);
      }
    }
  }
  CHECK(made.size() == std::size(terms_by_key));
}

TEST_CASE("of several numbers that are dispersed the flights have the terms of each") {
  std::mt19937_64 generator(11);
  for (const Base& base : bases()) {
    Scenario scenario = base.scenario.load().scenario;
    const MultirotorForm without = form_of(base.scenario.plan());
    const std::vector<NumberRef> numbers = dispersible(scenario);
    for (int i = 0; i < 20; ++i) {
      ScenarioBuilder dispersed = base.scenario;
      std::vector<std::string> paths;
      for (const NumberRef& number : numbers) {
        if (generator() % numbers.size() >= 6) continue;
        spread(dispersed, number);
        paths.push_back(number.path);
      }
      INFO(base.name << ": " << fmt::format("{}", fmt::join(paths, ", ")));
      CHECK(form_of(dispersed.plan()) == with_dispersed(without, paths, base.air_varies));
    }
  }
}

/// The forms of two points of a sweep with one sample each.
std::array<MultirotorForm, 2> forms_at(const ScenarioBuilder& scenario) {
  const Plan plan = scenario.plan();
  const PreparedFlights prepared(plan);
  SampleBuilder builder(plan, prepared);
  SampleRow row = prepared.make_row();
  std::vector<double> inputs(plan.dispersions.size() + plan.sweep.axes());
  std::array<MultirotorForm, 2> forms;
  for (std::int64_t point = 0; point < 2; ++point) {
    REQUIRE(builder.build(point, inputs, row) == InvalidReason::none);
    forms[static_cast<std::size_t>(point)] = builder.flights().multirotor;
  }
  return forms;
}

ScenarioBuilder swept(ScenarioBuilder scenario, const std::string& path, const char* values) {
  return scenario.set("monte_carlo.samples", "1")
      .set("sweep.\"" + path + "\"", fmt::format("{{values={}}}", values));
}

TEST_CASE("a term whose factor is swept is there at the points where the factor is not zero") {
  for (const Makes& row : terms_by_key) {
    std::string path(row.key);
    if (path.ends_with("turn_rad") || path.ends_with("rotor_drag_1_s")) path += ".y";
    if (path.find("aero_moment") != std::string::npos) path += ".zz";
    INFO(path);
    const auto [zero, more] = forms_at(swept(bare(), path, "[0.0, 0.001]"));
    MultirotorForm expected = form_of(bare().plan());
    CHECK(zero == expected);
    expected.terms.*row.term = true;
    CHECK(more == expected);
  }
}

TEST_CASE("where a factor is dispersed about what is swept, its term is there at every point") {
  const std::string path = "vehicle.linear_drag_n_s_m";
  ScenarioBuilder scenario = swept(bare(), path, "[0.0, 0.001]");
  scenario.set("disperse.\"" + path + "\"", R"({dist="uniform", low=0, high=1, apply="offset"})");
  for (const MultirotorForm& form : forms_at(scenario)) CHECK(form.terms.linear_drag);
}

TEST_CASE("how a row is divided is the same at all points of a sweep") {
  const auto [straight, tilted] = forms_at(swept(bare(), "vehicle.rotors.1.axis.x", "[0.0, 0.1]"));
  CHECK((!straight.aligned && straight == tilted));
  const ScenarioBuilder in_air = bare().put("[environment.atmosphere]\ntype = \"isa\"\n");
  const auto [without, with] = forms_at(swept(in_air, "vehicle.drag_area_m2", "[0.0, 0.1]"));
  CHECK((without.terms.air_varies && !without.terms.quadratic_drag));
  CHECK((with.terms.air_varies && with.terms.quadratic_drag));
  CHECK(without.capacity == with.capacity);
}

TEST_CASE("a helicopter has process noise where its density is dispersed") {
  const ScenarioBuilder calm = ScenarioBuilder::shipped("examples/marvin-square.toml");
  const std::string noise = "vehicle.process_noise.";
  const auto form = [](ScenarioBuilder scenario, const std::string& dispersed) {
    if (!dispersed.empty()) scenario.spread(dispersed, 0, 1);
    return PreparedFlights(scenario.plan()).flights.helicopter;
  };
  HelicopterForm expected = form(calm, "");
  CHECK((!expected.force_noise && !expected.moment_noise));
  expected.force_noise = true;
  CHECK(form(calm, noise + "force_n2_s") == expected);
  expected.force_noise = false, expected.moment_noise = true;
  CHECK(form(calm, noise + "moment_n2_m2_s") == expected);
}

TEST_CASE("what is not known of a vehicle is what was named, by the path of a scenario") {
  const Vehicle vehicle = *bare().load().scenario.vehicle;
  const Vehicle asked = with_unknown_numbers(
      vehicle, {"vehicle.mass_kg", "vehicle.rotors.*.axis.x", "simulation.duration_s", "vehicle.no",
                "vehicle", "wind.0.to_m_s.x", "vehicle..x"});
  std::vector<std::string> unknown;
  Vehicle both[] = {vehicle, asked};
  const auto before = all_numbers(both[0]), after = all_numbers(both[1]);
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (std::isnan(*after[i].value)) {
      unknown.push_back(after[i].path);
    } else {
      CHECK(*before[i].value == *after[i].value);
    }
  }
  CHECK(unknown == std::vector<std::string>{"mass_kg", "rotors.0.axis.x", "rotors.1.axis.x",
                                            "rotors.2.axis.x", "rotors.3.axis.x"});
}

}  // namespace
}  // namespace montecopter
