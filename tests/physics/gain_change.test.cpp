/// Gains that an event changes: to the bits of gains that are so from the start, and closed forms
/// of what they hold against.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "support/fly.hpp"

namespace montecopter {
namespace {

constexpr double mass = 4.34, gravity = 9.81, roll_inertia = 0.082;  // lee2010

/// `more`: tables of controller, trajectory, disturbances, events.
std::string flight(double duration_s, const std::string& more,
                   const std::string& vehicle = "lee2010") {
  return fmt::format(
             "schema = 1\nname = \"gains\"\nvehicle.include = \"{}/vehicles/{}.toml\"\n"
             "environment.gravity_m_s2 = {}\nintegrator = {{type = \"rk4\", rate_hz = 500}}\n"
             "simulation.duration_s = {}\n"
             "output = {{signals = [\"position\", \"body_rate\"], rate_hz = 250}}\n",
             MONTECOPTER_SCENARIOS, vehicle, gravity, duration_s) +
         more;
}

std::string change(double factor, double at_s = 0) {
  return fmt::format("[[event]]\ntype = \"gain_change\"\nat_s = {}\nfactor = {}\n", at_s, factor);
}

const std::string hover = "[trajectory]\ntype = \"hover\"\n";
const std::string circle =
    "[trajectory]\ntype = \"circle\"\nradius_m = 2\nrate_rad_s = 1\ncenter_m = [0, 0, -1]\n";

std::string push(const std::string& type, const std::string& key, const std::string& what) {
  return fmt::format("[[disturbance]]\ntype = \"{}\"\n{} = {}\nstart_s = 0\nduration_s = 1000\n",
                     type, key, what);
}

/// Every controller of given gains; these times a factor.
std::string lee(const std::string& type, double k) {
  return fmt::format(
      "[controller]\ntype = \"{}\"\nrate_hz = 250\ndelay_s = 0.002\nposition_gain_1_s2 = {}\n"
      "velocity_gain_1_s = {}\nattitude_gain_n_m = {}\nrate_gain_n_m_s = {}\n",
      type, 4 * k, 3 * k, 8 * k, 1.5 * k);
}
std::string px4(double k) {
  return fmt::format(
      "[controller]\ntype = \"px4\"\nrate_hz = 250\n[controller.position]\n"
      "position_gain_1_s = {}\nvelocity_gain_1_s = {}\nvelocity_integral_gain_1_s2 = {}\n"
      "velocity_derivative_gain = {}\nthrust_min = 0.02\n[controller.attitude]\ngain_1_s = [{}, "
      "{}, {}]\n"
      "yaw_weight = 0.4\n[controller.body_rate]\ngain_1_s = {}\nintegral_gain_1_s2 = {}\n"
      "derivative_gain = {}\n",
      0.75 * k, 2 * k, 0.5 * k, 0.125 * k, 5 * k, 5 * k, 2 * k, 16 * k, 3 * k, 0.01 * k);
}
std::string indi(double k) {
  return fmt::format(
      "[controller]\ntype = \"indi\"\nrate_hz = 250\nposition_gain_1_s2 = {}\n"
      "velocity_gain_1_s = {}\nacceleration_gain = {}\nattitude_gain_1_s2 = {}\n"
      "rate_gain_1_s = {}\n",
      3 * k, 2 * k, 0.1 * k, 90 * k, 12 * k);
}
std::string rate(double k, const std::string& rows) {
  return fmt::format(
      "[controller]\ntype = \"rate\"\nrate_hz = 250\ngain_1_s = {}\nintegral_gain_1_s2 = {}\n"
      "derivative_gain = {}\nset_points.rows = [{}]\n",
      9 * k, 3 * k, 0.01 * k, rows);
}

TEST_CASE("gains that change at the start are gains of the start, to the last bit") {
  // Factors of two are exact wherever they are multiplied.
  const double factor = GENERATE(2.0, 0.5);
  const std::string rows = "[0, 0.5, -0.2, 0.1, 43], [0.2, 0, 0.1, 0.3, 40]";
  const auto same = [&](const std::string& set, const std::string& base, const std::string& rest) {
    const Flown from_start(flight(1, set + rest));
    CHECK(Flown(flight(1, base + rest + change(factor))).digests() == from_start.digests());
    CHECK(Flown(flight(1, base + rest)).digests() != from_start.digests());
    // And one that is 1 changes nothing.
    CHECK(Flown(flight(1, base + rest + change(1, 0.3))).digests() ==
          Flown(flight(1, base + rest)).digests());
  };
  const std::string torque = push("torque_pulse", "torque_n_m", "[0.3, 0.1, -0.2]");
  for (const char* type : {"lee", "mellinger"}) {
    same(lee(type, factor), lee(type, 1), circle + torque);
  }
  same(px4(factor), px4(1), circle + torque);
  same(indi(factor), indi(1), circle + torque);
  same(rate(factor, rows), rate(1, rows), torque);
}

TEST_CASE("PX4's position and velocity gains both hold against a push") {
  // At rest F / m = P P_v x without an integral: a factor enters twice.
  const double factor = GENERATE(1.0, 1.5);
  const std::string cascade =
      "[controller]\ntype = \"px4\"\nrate_hz = 500\n[controller.position]\nposition_gain_1_s = 1\n"
      "velocity_gain_1_s = 3\nthrust_min = 0.02\n[controller.attitude]\ngain_1_s = "
      "6\n[controller.body_rate]\n"
      "gain_1_s = 20\n";
  const Flown flown(flight(
      25, cascade + hover + push("force_pulse", "force_n", "[2, 0, 0]") + change(factor, 1)));
  // The slowest pole, near -0.9, leaves e^-20.
  CHECK(flown.at("position", flown.outputs() - 1)[0] ==
        Approx(2 / (mass * 3 * factor * factor)).margin(1e-8));
}

TEST_CASE("a body rate rests where its gain balances a torque") {
  const double factor = GENERATE(1.0, 3.0);
  const std::string controller = fmt::format(
      "[controller]\ntype = \"rate\"\nrate_hz = 500\ngain_1_s = 8\n"
      "integral_gain_1_s2 = 0\nderivative_gain = 0\n"
      "set_points.rows = [[0, 0, 0, 0, {}]]\n",
      mass * gravity);
  const Flown flown(flight(
      4, controller + push("torque_pulse", "torque_n_m", "[0.2, 0, 0]") + change(factor, 1)));
  // From the change on e^(-8 factor * 3).
  CHECK(flown.at("body_rate", flown.outputs() - 1)[0] ==
        Approx(0.2 / (roll_inertia * 8 * factor)).epsilon(1e-8));
}

TEST_CASE("a regulator's feedback holds a push in proportion to its factor") {
  // Rotors without a lag, no delay, no sums: u = u_hover - K x, and at rest K_z z is the push.
  const std::string controller =
      "[controller]\ntype = \"lqr\"\nrate_hz = 100\nposition_weight_1_m2 = 4\n"
      "velocity_weight_s2_m2 = 1\nattitude_weight_1_rad2 = 4\ncommand_weights = [0.05, 40, 40, "
      "100]\n";
  const std::string down = push("force_pulse", "force_n", "[0, 0, 0.5]");
  const auto sag = [&](double factor) {
    const Flown flown(flight(20, controller + hover + down + change(factor, 1), "sih2019"));
    return flown.at("position", flown.outputs() - 1)[2];
  };
  const double whole = sag(1);
  CHECK(whole > 1e-3);
  CHECK(sag(2) == Approx(whole / 2).epsilon(1e-9));
  CHECK(sag(0.5) == Approx(whole * 2).epsilon(1e-9));
}

}  // namespace
}  // namespace montecopter
