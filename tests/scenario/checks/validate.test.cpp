/// What single values cannot say: each rule with a scenario that breaks it.

#include "scenario/checks/validate.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

/// The complaint, after a check that it is a single one.
std::string only(const std::string& from, const std::string& to) {
  const std::string text = complaint(with(from, to));
  CHECK(count_lines(text) == 1);
  return text;
}

std::string with_mass(const std::string& distribution) {
  return only("dist = \"uniform\"\nlow = 0.9\nhigh = 1.1", distribution);
}

const std::string mass_header = "[disperse.\"vehicle.mass_kg\"]";

TEST_CASE("rotors") {
  CHECK_THAT(only("spin = -1", ""), Contains("small.toml:18:1: error: missing "
                                             "'vehicle.rotors.1.spin'"));
  CHECK_THAT(only("spin = -1", "spin = 0"),
             Contains("small.toml:20:8: error: 'vehicle.rotors.1.spin' is 0"));
  CHECK_THAT(only("spin = -1", "spin = -1\naxis = [0, 0, 0]"),
             Contains("small.toml:21:8: error: 'vehicle.rotors.1.axis' is zero"));
  CHECK_THAT(only("max = 2000", "min = 10, max = 10"), Contains("min must be below max"));
  CHECK_THAT(
      only("spin = -1", "spin = -1\nmotor = {type = \"direct\", max = 1}"),
      Contains("error: 'vehicle.rotors.1.motor' has type direct, rotor 0 has type first_order (all "
               "rotors of a vehicle have the same types of law and motor)."));
  CHECK_THAT(only("spin = -1",
                  "spin = -1\nlaw = {type = \"linear\", thrust_max_n = 1, torque_max_n_m = 1}"),
             Contains("'vehicle.rotors.1.law' has type linear"));
  std::string many;
  for (int i = 0; i < 15; ++i) many += "[[vehicle.rotors]]\nposition_m = [0, 0, 0]\nspin = 1\n";
  CHECK_THAT(complaint(with("[[wind]]", many + "[[wind]]")), Contains("the vehicle has 17 rotors"));
}

TEST_CASE("no rotors at all") {
  CHECK_THAT(complaint(small_scenario, {"vehicle.rotors=[]"}),
             Contains("the vehicle has 0 rotors (1 to 16 are possible)"));
}

TEST_CASE("a linear law has no rotor inertia") {
  std::string text = with("{type = \"signed_quadratic\", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8}",
                          "{type = \"linear\", thrust_max_n = 5, torque_max_n_m = 0.1}");
  text = with("max = 2000", "max = 1, rotor_inertia_kg_m2 = 1e-6", text);
  CHECK_THAT(complaint(text), Contains("is given for the law linear"));
}

TEST_CASE("frame") {
  CHECK_THAT(only("mass_kg = 1.0", "mass_kg = 1.0\nframe = \"ENU/FLU\""),
             Contains("small.toml:8:9: error: unknown frame 'ENU/FLU' of 'vehicle'"));
}

TEST_CASE("inertia tensors that no body has") {
  const std::string good = "{xx = 0.01, yy = 0.01, zz = 0.015}";
  CHECK_THAT(only(good, "{xx = 0.01, yy = 0.01, zz = 0.021}"),
             Contains("small.toml:8:17: error: the inertia tensor breaks the triangle inequality "
                      "(its principal moments are 0.01, 0.01 and 0.021 kg m2;"));
  CHECK_THAT(only(good, "{xx = 0.01, yy = 0.01, zz = 0.015, xy = 0.02}"),
             Contains("not positive definite"));
  CHECK_THAT(only(good, "{xx = 0.01, yy = 0.01, zz = 0.015, xy = 0.01}"), Contains("singular"));
  CHECK(complaint(with(good, "{xx = 0.01, yy = 0.01, zz = 0.02}")).empty());  // a flat plate
}

TEST_CASE("attitude") {
  CHECK_THAT(only("position_m = [0, 0, -3]", "attitude = [1, 0, 0, 0.1]"),
             Contains("small.toml:33:12: error: the norm of the attitude quaternion is 1.00499"));
  CHECK(complaint(with("position_m = [0, 0, -3]", "attitude = [0.7071, 0, 0, 0.7071]")).empty());
}

TEST_CASE("integrators and tolerances") {
  CHECK_THAT(
      only("\"rk4\"", "\"rk5\""),
      Contains(
          "small.toml:28:8: error: unknown type 'rk5' of 'integrator'. Did you mean 'rk4'? "
          "Known: euler, semi_implicit_euler, euler_exp, rk4, dopri5_fixed, cash_karp54_fixed, "
          "fehlberg78_fixed, adams_bashforth_moulton, dopri5, cash_karp54, fehlberg78, "
          "bulirsch_stoer and rosenbrock4."));
  CHECK_THAT(only("rate_hz = 1000", "rate_hz = 1000\nrelative_tolerance = 1e-6"),
             Contains("'integrator.relative_tolerance' is given for rk4"));
  for (const IntegratorInfo& integrator : integrators) {
    const std::string type = "integrator.type=" + std::string(integrator.name);
    INFO(type);
    CHECK(complaint(small_scenario, {type}).empty());
    const bool takes_tolerance =
        complaint(small_scenario, {type, "integrator.relative_tolerance=1e-6"}).empty();
    CHECK(takes_tolerance == (integrator.stepping == Stepping::controlled));
  }
}

TEST_CASE("steps that are too long for the motors") {
  const std::string tau = "time_constant_s = 0.02";
  CHECK_THAT(complaint(with(tau, "time_constant_s = 0.0005"), {"integrator.type=euler"}),
             Contains("small.toml:14:50: error: euler is unstable for the motor lag (a step of "
                      "0.001 s, a time constant of 0.0005 s). Use a step of 0.00025 s or less."));
  CHECK_THAT(only(tau, "time_constant_s = 0.00035"), Contains("rk4 is unstable"));
  CHECK(complaint(with(tau, "time_constant_s = 0.00035"), {"integrator.type=dopri5"}).empty());
  for (const IntegratorInfo& integrator : integrators) {
    if (integrator.stepping == Stepping::controlled) continue;
    const auto fly = [&](double time_constants_per_step) {
      return complaint(
          with(tau, fmt::format("time_constant_s = {}", 1e-3 / time_constants_per_step)),
          {"integrator.type=" + std::string(integrator.name)});
    };
    INFO(integrator.name);
    CHECK_THAT(fly(1.0001 * integrator.real_stability),
               Contains(std::string(integrator.name) + " is unstable for the motor lag"));
    CHECK_THAT(fly(0.9999 * integrator.real_stability), !Contains("unstable"));
  }
  // A lightly damped motor turns: explicit Euler makes it grow from h = 2 zeta T on.
  const std::string ringing = "type = \"second_order\", damping_ratio = 0.01, " + tau;
  CHECK_THAT(complaint(with("type = \"first_order\", " + tau, ringing), {"integrator.type=euler"}),
             Contains("euler is unstable for the motor lag"));
  CHECK(complaint(with("type = \"first_order\", " + tau, ringing)).empty());
  const LoadedScenario loaded = load(with(tau, "time_constant_s = 0.0005"));
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(loaded.warnings[0].text(),
             Contains("small.toml:14:50: warning: rk4 is inaccurate for the motor lag"));
}

TEST_CASE("command rows") {
  const std::string rows = "[[0, 1000, 1000], [0.5, 1100, 900]]";
  CHECK_THAT(only(rows, "[]"), Contains("the command table has no rows"));
  CHECK_THAT(only("rows = " + rows, ""), Contains("the command table has no rows"));
  CHECK_THAT(only(rows, "[[0, 1000, 1000], [0.5, 1100]]"),
             Contains("small.toml:26:26: error: the row has 2 numbers instead of 3 (a time and 2 "
                      "commands, one per rotor)."));
  CHECK_THAT(only(rows, "[[0.1, 1000, 1000]]"), Contains("the first row is at 0.1, not at 0"));
  CHECK_THAT(only(rows, "[[0, 1, 1], [0.5, 1, 1], [0.5, 2, 2]]"),
             Contains("the row at 0.5 comes after the row at 0.5 (times must ascend strictly)"));
  CHECK_THAT(only(rows, "[[0, 1, 1], [0.5, nan, 1]]"), Contains("must be finite"));
  CHECK_THAT(only(rows, rows + "\ntime = \"seconds\""),
             Contains("unknown time 'seconds' of 'controller'. Known: t_s and step."));
  CHECK_THAT(only(rows, "[[0, 1, 1], [0.5, 1, 1]]\ntime = \"step\""),
             Contains("0.5 is not a step number"));
  const LoadedScenario loaded = load(with(rows, "[[0, 1, 1], [2, 1, 1], [3, 1, 1]]"));
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(loaded.warnings[0].text(),
             Contains("small.toml:26:20: warning: this row and all later rows are never used"));
}

TEST_CASE("time problems are located") {
  CHECK(only("rate_hz = 100\n", "rate_hz = 300\n") ==
        "small.toml:36:11: error: a period of 300 Hz is not a whole number of steps (the step "
        "rate is 1000 Hz). Nearest legal: \"1000/3\" or 250 Hz.");
  CHECK_THAT(
      only("rate_hz = 500", "rate_hz = 600"),
      Contains("small.toml:10:11: error: a period of 600 Hz is not a whole number of steps"));
  CHECK_THAT(only("duration_s = 2", "duration_s = 2.0001"), Contains("small.toml:31:14"));
  CHECK_THAT(only("rate_hz = 1000", ""),
             Contains("small.toml:27:1: error: neither integrator.step_s nor integrator.rate_hz"));
}

TEST_CASE("initial actuators") {
  const std::string position = "position_m = [0, 0, -3]";
  CHECK_THAT(only(position, "actuators = [1000]"), Contains("1 initial actuator for 2 rotors"));
  CHECK(complaint(with(position, "actuators = [1000, 1000]")).empty());
  const std::string text =
      with("{type = \"first_order\", time_constant_s = 0.02, max = 2000}",
           "{type = \"direct\", max = 2000}", with(position, "actuators = [1, 1]"));
  CHECK_THAT(complaint(text), Contains("initial actuators are given for motors of type direct") &&
                                  Contains("the signal 'rotor_speed' does not exist here"));
}

TEST_CASE("output") {
  CHECK_THAT(only("\"position\", ", "\"positon\", "),
             Contains("small.toml:35:12: error: unknown 'positon' in 'output.signals'. Did you "
                      "mean 'position'? "
                      "Known: position, velocity"));
  CHECK_THAT(only("\"position\", ", "\"rotor_speed\", "), Contains("is listed twice"));
  CHECK_THAT(only("[\"position\", \"rotor_speed\"]", "[]"), Contains("no signals to trace"));
  CHECK_THAT(only("\"first:2\"", "\"every:0\""),
             Contains("small.toml:37:10: error: 'every:0' does not say which samples to trace"));
  CHECK_THAT(only("\"first:2\"", "\"first:2\"\ndtype = \"f16\""),
             Contains("unknown dtype 'f16' of 'output'"));
  CHECK_THAT(complaint(with("\"first:2\"", "\"all\"", with("samples = 10", "samples = 200000000"))),
             Contains("would trace 200000000 samples (at most 100000000 can be traced)"));
}

TEST_CASE("dispersed paths") {
  CHECK_THAT(
      only(mass_header, "[disperse.\"vehicle.mass\"]"),
      Contains("small.toml:40:1: error: 'vehicle.mass' addresses no number of this scenario. "
               "Did you mean 'vehicle.mass_kg'?"));
  CHECK_THAT(only(mass_header, "[disperse.\"vehicle.rotors.*.law.thrust_n_s\"]"),
             Contains("Did you mean 'vehicle.rotors.*.law.thrust_n_s2'?"));
  CHECK_THAT(only(mass_header, "[disperse.\"vehicle.rotors.2.law.thrust_n_s2\"]"),
             Contains("addresses no number"));
  CHECK_THAT(
      only(mass_header, "[disperse.\"simulation.duration_s\"]"),
      Contains("'simulation.duration_s' cannot be dispersed (all samples share the time grid"));
  CHECK_THAT(only(mass_header,
                  "[disperse.\"vehicle.rotors.0.motor.time_constant_s\"]\ndist = \"fixed\"\n"
                  "value = 0.02\n[disperse.\"vehicle.rotors.*.motor.time_constant_s\"]"),
             Contains("'vehicle.rotors.0.motor.time_constant_s' is dispersed twice"));
}

TEST_CASE("distributions") {
  CHECK_THAT(with_mass("dist = \"fixed\"\nvalue = -1"),
             Contains("small.toml:42:9: error: a draw may be -1, outside the range of the "
                      "dispersed number (the range is from 0 to inf)."));
  CHECK_THAT(with_mass("dist = \"uniform\"\nlow = -0.1\nhigh = 1"),
             Contains("small.toml:42:7: error: a draw may be -0.1, outside"));
  CHECK_THAT(with_mass("dist = \"uniform\"\nlow = 1\nhigh = 1"),
             Contains("small.toml:43:8: error: low 1 is not below high 1"));
  CHECK_THAT(with_mass("dist = \"normal\"\nmean = 1\nsd = -0.1"), Contains("must be >= 0"));
  CHECK_THAT(with_mass("dist = \"normal\"\nmean = 1\nsd = 0.2"),
             Contains("a draw may be -0.658472") && Contains("Truncate the distribution by low."));
  CHECK_THAT(with_mass("dist = \"truncated_normal\"\nmean = 1\nsd = 0.1\nlow = 1.2\nhigh = 1.1"),
             Contains("low 1.2 is not below high 1.1"));
  CHECK_THAT(with_mass("dist = \"truncated_normal\"\nmean = 1\nsd = 0.01\nlow = 1.5\nhigh = 2"),
             Contains("holds no probability (it lies 50 standard deviations from the mean)"));
  const LoadedScenario loaded =
      load(with("dist = \"uniform\"\nlow = 0.9\nhigh = 1.1",
                "dist = \"truncated_normal\"\nmean = 1\nsd = 0.05\nlow = 0.4\nhigh = 0.5"));
  REQUIRE(loaded.warnings.size() == 1);
  CHECK_THAT(loaded.warnings[0].text(), Contains("almost no probability"));
  CHECK(complaint(with("dist = \"uniform\"\nlow = 0.9\nhigh = 1.1",
                       "dist = \"normal\"\nmean = 1\nsd = 0.05"))
            .empty());
}

TEST_CASE("a path into what was not read is not blamed") {
  const std::string text = with("type = \"multirotor\"", "type = \"zeppelin\"");
  CHECK_THAT(complaint(text), Contains("unknown type 'zeppelin' of 'vehicle'"));
  CHECK(count_lines(complaint(text)) == 1);
}

}  // namespace
}  // namespace montecopter
