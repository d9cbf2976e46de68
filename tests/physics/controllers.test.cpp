/// Flights under controllers against closed forms of their loops. The vehicle has ideal rotors and
/// feels nothing else, so that loops are linear where they are near rest.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "scenario/load.hpp"
#include "support/fly.hpp"

namespace montecopter {
namespace {

constexpr double mass = 4.34, gravity = 9.81, roll_inertia = 0.082;
constexpr double weight = mass * gravity;

/// A flight of the vehicle of Lee's paper; `more`: tables of controller, trajectory, disturbances.
std::string flight(double duration_s, const std::string& more, const std::string& initial = "") {
  return fmt::format(
             "schema = 1\nname = \"loop\"\nvehicle.include = \"{}/vehicles/lee2010.toml\"\n"
             "environment.gravity_m_s2 = {}\nintegrator = {{type = \"rk4\", rate_hz = 1000}}\n"
             "[simulation]\nduration_s = {}\n[simulation.initial]\n{}\n"
             "[output]\ntraces = \"all\"\nsignals = [\"position\", \"velocity\", \"attitude\", "
             "\"body_rate\"]\nrate_hz = 500\n",
             MONTECOPTER_SCENARIOS, gravity, duration_s, initial) +
         more;
}

const std::string hover = "[trajectory]\ntype = \"hover\"\nposition_m = [0, 0, 0]\n";

std::string mellinger(const std::string& rate) {
  return "[controller]\ntype = \"mellinger\"\nrate_hz = " + rate +
         "\nposition_gain_1_s2 = 4\nvelocity_gain_1_s = 3\nattitude_gain_n_m = 40\n"
         "rate_gain_n_m_s = 3\n";
}

std::string indi(const std::string& timing) {
  return "[controller]\ntype = \"indi\"\n" + timing +
         "\nposition_gain_1_s2 = 9\nvelocity_gain_1_s = 5\nattitude_gain_1_s2 = 200\n"
         "rate_gain_1_s = 25\n";
}

std::string px4(const std::string& more, const std::string& rate = "gain_1_s = 20",
                const std::string& velocity = "") {
  return "[controller]\ntype = \"px4\"\nrate_hz = 500\n" + more +
         "\n[controller.position]\nposition_gain_1_s = 1\nvelocity_gain_1_s = 3\nthrust_min = "
         "0.02\n" +
         velocity + "\n[controller.attitude]\ngain_1_s = 6\n[controller.body_rate]\n" + rate + "\n";
}

std::string force(double north) {
  return fmt::format(
      "[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [{}, 0, 0]\nstart_s = 0\n"
      "duration_s = 1000\n",
      north);
}
std::string torque(double roll) {
  return fmt::format(
      "[[disturbance]]\ntype = \"torque_pulse\"\ntorque_n_m = [{}, 0, 0]\n"
      "start_s = 0\nduration_s = 1000\n",
      roll);
}

std::array<double, 3> last_position(const Flown& flown) {
  const auto p = flown.at("position", flown.outputs() - 1);
  return {p[0], p[1], p[2]};
}

TEST_CASE("a climb under Mellinger's controller has the poles of its gains") {
  const Flown flown(flight(3, mellinger("\"continuous\"") + hover, "position_m = [0, 0, 0.5]"));
  const double decay = 1.5, beat = std::sqrt(4 - decay * decay);
  for (std::int64_t n = 0; n < flown.outputs(); n += 10) {
    const double t = flown.time(n);
    const double z =
        0.5 * std::exp(-decay * t) * (std::cos(beat * t) + decay / beat * std::sin(beat * t));
    CHECK(flown.at("position", n)[2] == Approx(z).margin(1e-11));  // RK4 at 1 ms: (2 h)^4 / 120
  }
}

TEST_CASE("proportional loops rest where the gain balances a push; increments leave no error") {
  const double push = 5;
  const auto proportional =
      last_position(Flown(flight(20, mellinger("500") + hover + force(push))));
  // The slowest poles, near -1.5, leave e^(-1.5 * 20) of 0.3 m.
  CHECK(proportional[0] == Approx(push / (mass * 4)).margin(1e-10));
  CHECK(proportional[1] == Approx(0).margin(1e-10));
  for (const std::string timing :
       {"rate_hz = 500", "rate_hz = 500\ndelay_s = 0.002", "rate_hz = 250\ndelay_s = 0.001"}) {
    const Flown flown(flight(10, indi(timing) + hover + force(push)));
    CHECK(flown.number("m_max_tracking_error_m") > 1e-3);  // it was pushed
    for (const double x : last_position(flown)) {
      CHECK(x == Approx(0).margin(1e-9));  // e^(-2.5 * 10) of centimetres
    }
  }
}

TEST_CASE("and where it balances a torque") {
  const double turn = 0.5;
  // The wanted roll is -asin(turn / k_R), the true one 0: the position asks for the wanted one.
  const double aside = gravity * std::tan(std::asin(turn / 40)) / 4;
  const auto proportional =
      last_position(Flown(flight(20, mellinger("500") + hover + torque(turn))));
  CHECK(proportional[1] == Approx(aside).margin(1e-10));
  for (const double x :
       last_position(Flown(flight(10, indi("rate_hz = 500") + hover + torque(turn))))) {
    CHECK(x == Approx(0).margin(1e-9));
  }
}

TEST_CASE("PX4's velocity integral takes away what its gains leave") {
  const double push = 2.5;
  const auto left = last_position(Flown(flight(20, px4("") + hover + force(push))));
  CHECK(left[0] == Approx(push / (mass * 3)).margin(1e-6));  // e^(-0.9 * 20)
  const std::string integral = px4("", "gain_1_s = 20",
                                   "velocity_integral_gain_1_s2 = 1\n"
                                   "velocity_derivative_gain = 0.2");
  for (const double x : last_position(Flown(flight(40, integral + hover + force(push))))) {
    CHECK(x == Approx(0).margin(1e-6));  // the slowest pole is near -0.4
  }
}

TEST_CASE("PX4's cascade recovers from 170 degrees") {
  const Flown flown(flight(15, px4("") + hover, "attitude = [0.08715574, 0.9961947, 0, 0]"));
  CHECK(flown.status() == Status::ok);
  CHECK(flown.number("m_max_tilt_deg") > 169.9);
  for (const double x : last_position(flown)) CHECK(x == Approx(0).margin(1e-4));
  CHECK(std::fabs(flown.at("attitude", flown.outputs() - 1)[0]) == Approx(1).margin(1e-8));
}

std::string set_points(const std::string& kind, const std::string& rows) {
  return fmt::format("set_points = {{kind = \"{}\", rows = [{}]}}", kind, rows);
}

TEST_CASE("PX4's body rate follows set-points as a sum of geometric series") {
  const std::string rows = fmt::format("[0, 0.5, 0, 0, {0}], [0.1, 0.2, 0, 0, {0}]", weight);
  const Flown flown(flight(0.3, px4(set_points("body_rate", rows))));
  double rate = 0;
  for (int n = 0; n < flown.outputs(); ++n) {
    INFO(n);
    CHECK(flown.at("body_rate", n)[0] == Approx(rate).margin(1e-12));  // roundings
    const double keep = 1 - 20 * 0.002;                                // of the error, over a look
    const double wanted = n < 50 ? 0.5 : 0.2;
    rate = wanted - keep * (wanted - rate);
  }
  // The same as closed form, at the end of the first row.
  CHECK(flown.at("body_rate", 50)[0] == Approx(0.5 * (1 - std::pow(0.96, 50))).margin(1e-12));
}

TEST_CASE("a torque leaves PX4's proportional rate behind, its integral brings it back") {
  const std::string rows = fmt::format("[0, 0, 0, 0, {}]", weight);
  const std::string goal = set_points("body_rate", rows);
  const auto rate = [&](const std::string& gains) {
    const Flown flown(flight(8, px4(goal, gains) + torque(0.1)));
    return flown.at("body_rate", flown.outputs() - 1)[0];
  };
  CHECK(rate("gain_1_s = 20") == Approx(0.1 / roll_inertia / 20).margin(1e-12));
  CHECK(rate("gain_1_s = 20\nintegral_gain_1_s2 = 40") == Approx(0).margin(1e-6));  // e^(-2 * 8)
  // No more than the limit: what it lacks is left.
  CHECK(rate("gain_1_s = 20\nintegral_gain_1_s2 = 40\nintegral_limit_rad_s2 = 1") ==
        Approx((0.1 / roll_inertia - 1) / 20).margin(1e-9));
}

TEST_CASE("set-points of attitude and of acceleration are reached") {
  const std::string tilted =
      fmt::format("[0, 0.9950041652780258, 0.09983341664682815, 0, 0, {}]", weight);
  const Flown leaning(flight(5, px4(set_points("attitude", tilted))));
  const auto q = leaning.at("attitude", leaning.outputs() - 1);
  CHECK(q[1] / q[0] == Approx(std::tan(0.1)).margin(1e-9));  // the slower pole is near -9
  const Flown speeding(flight(6, px4(set_points("acceleration", "[0, 1, -0.5, -0.2, 0.6]"))));
  const auto early = speeding.at("velocity", 2000), late = speeding.at("velocity", 3000);
  CHECK((late[0] - early[0]) / 2 == Approx(1).margin(1e-6));
  CHECK((late[1] - early[1]) / 2 == Approx(-0.5).margin(1e-6));
  CHECK((late[2] - early[2]) / 2 == Approx(-0.2).margin(1e-6));
  const auto p = speeding.at("attitude", 3000);
  const double north = 1 - 2 * (p[2] * p[2] + p[3] * p[3]), east = 2 * (p[1] * p[2] + p[0] * p[3]);
  CHECK(std::atan2(east, north) == Approx(0.6).margin(1e-3));  // yaw is slow: e^(-0.8...)
}

TEST_CASE("FlightGoggles' body rate controller, as its own algebra says") {
  // The filter as the node writes it: determinants, not our form.
  const double gain_p = std::pow(2 * M_PI * 30, 2), gain_q = std::sqrt(2.0) * 2 * M_PI * 30;
  const double h = 0.002, wanted = 0.5;
  const std::string rows = fmt::format("[0, {}, 0, 0, {}]", wanted, weight);
  const Flown flown(flight(
      1, "[controller]\ntype = \"rate\"\nrate_hz = 500\n" + set_points("body_rate", rows) + "\n"));
  double rate = 0, state = 0, derivative = 0, sum = 0;
  for (int n = 0; n < flown.outputs(); ++n) {
    INFO(n);
    CHECK(flown.at("body_rate", n)[0] == Approx(rate).margin(1e-10));  // 500 roundings, amplified
    const double det = gain_p * h * h + gain_q * h + 1;
    const double next = (derivative + gain_p * h * rate) / det - h * gain_p * state / det;
    state = h * (derivative + gain_p * h * rate) / det + (h * gain_q + 1) * state / det;
    derivative = next;
    sum += h * (wanted - state);
    rate += h * (9 * (wanted - state) + 3 * sum - 0.3 * derivative);
  }
}

}  // namespace
}  // namespace montecopter
