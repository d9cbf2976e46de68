/// Trim, modes and reports of the shipped helicopters.

#include <Eigen/LU>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/vehicle_report.hpp"

namespace montecopter {
namespace {

Helicopter shipped(const std::string& name, const std::vector<std::string>& overrides = {}) {
  const LoadedVehicle loaded =
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/" + name + ".toml", overrides);
  CHECK(loaded.warnings.empty());
  return std::get<Helicopter>(loaded.vehicle);
}

TEST_CASE("MARVIN hovers by the published trims") {
  const Helicopter marvin = shipped("marvin");
  const auto slow = helicopter_trim(marvin, {}, 120), fast = helicopter_trim(marvin, {}, 130);
  REQUIRE((slow && fast));
  // models.md 3.4, all printed digits.
  CHECK(std::fabs(slow->roll_rad - 0.092055121) < 5e-10);
  CHECK(std::fabs(slow->pitch_rad) < 1e-12);
  CHECK(std::fabs(slow->commands[0] - 1029.993460) < 5e-7);
  CHECK(std::fabs(slow->commands[1] - 59.862389) < 5e-7);
  CHECK(std::fabs(slow->commands[2] - 45.409543) < 5e-7);
  CHECK(std::fabs(slow->commands[3] - -205.122478) < 5e-7);
  CHECK(std::fabs(slow->commands[4] - 730.411114) < 5e-7);
  CHECK(slow->residual < 1e-12);
  CHECK(std::fabs(fast->roll_rad - 0.099846) < 5e-7);
  const std::array<double, 5> wanted = {838.9949, 50.4784, 38.6632, -189.5244, 792.2170};
  for (std::size_t i = 0; i < 5; ++i) CHECK(std::fabs(fast->commands[i] - wanted[i]) < 5e-5);
}

TEST_CASE("MARVIN is nearly neutral: its modes are those of an independent linearisation") {
  const Helicopter marvin = shipped("marvin");
  const auto trim = helicopter_trim(marvin, {}, 120);
  REQUIRE(trim);
  const auto found = helicopter_modes(marvin, {}, *trim);
  REQUIRE(found.size() == 18);
  // models.md 3.4 to its digits; besides position and heading (four zeros) and five servos of 0.4
  // s.
  const std::vector<std::complex<double>> wanted = {{0, 28.49228},
                                                    {0, -28.49228},
                                                    {-0.67462, 0},
                                                    {-0.00059, 0.64414},
                                                    {-0.00059, -0.64414},
                                                    {-0.00117, 0.6205},
                                                    {-0.00117, -0.6205},
                                                    {0.01083, 0},
                                                    {-0.00604, 0},
                                                    {0, 0},
                                                    {0, 0},
                                                    {0, 0},
                                                    {0, 0},
                                                    {-2.5, 0},
                                                    {-2.5, 0},
                                                    {-2.5, 0},
                                                    {-2.5, 0},
                                                    {-2.5, 0}};
  for (const std::complex<double>& value : wanted) {
    double nearest = 1e9;
    for (const auto& s : found) nearest = std::min(nearest, std::abs(s - value));
    INFO(value.real() << " + " << value.imag() << "i is missed by " << nearest);
    // The published ones are rounded to 1e-5 or 5e-6; a fourfold zero is split by the fourth root
    // of what rounding leaves in the differences (1e-10).
    CHECK(nearest < (std::abs(value) == 0 ? 3e-3 : 1e-5));
  }
}

TEST_CASE("a helicopter without its payload needs less of everything") {
  const Helicopter light = shipped("marvin", {"vehicle.mass_kg=10"});
  const auto heavy_trim = helicopter_trim(shipped("marvin"), {}, 120);
  const auto light_trim = helicopter_trim(light, {}, 120);
  REQUIRE((heavy_trim && light_trim));
  CHECK(light_trim->commands[0] < heavy_trim->commands[0] - 50);
  CHECK(std::fabs(light_trim->commands[3]) < std::fabs(heavy_trim->commands[3]));
  CHECK(light_trim->commands[4] < heavy_trim->commands[4]);
  // In thin air it needs more pitch, and more throttle for an engine that is weaker by as much.
  const auto high_trim = helicopter_trim(light, {9.81, 1.0}, 120);
  REQUIRE(high_trim);
  CHECK(high_trim->commands[0] > light_trim->commands[0]);
  CHECK(high_trim->commands[4] > light_trim->commands[4]);
}

TEST_CASE("servos that do not reach it make a hover impossible") {
  CHECK_FALSE(helicopter_trim(shipped("marvin", {"vehicle.servos.collective_max=1000"}), {}, 120));
  CHECK(helicopter_trim(shipped("marvin", {"vehicle.servos.collective_max=1100"}), {}, 120));
}

/// The report of a shipped helicopter in the air of its operating points.
HelicopterReport report(const std::string& name, std::vector<std::string> overrides = {},
                        std::optional<double> rotor_speed_rad_s = {}) {
  overrides.insert(overrides.begin(), "environment.gravity_m_s2=9.81");
  const LoadedVehicle loaded =
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/" + name + ".toml", overrides);
  return std::get<HelicopterReport>(report_vehicle(loaded, rotor_speed_rad_s).kind);
}

TEST_CASE("the report of MARVIN has its published constants") {
  const HelicopterReport r = report("marvin");
  // models.md 3.4, all printed digits.
  CHECK(std::fabs(r.main_blades.lift_0 - 0.00414248494707) < 5e-15);
  CHECK(std::fabs(r.main_blades.lift_1 - 1.62065337609e-05) < 5e-17);
  CHECK(std::fabs(r.main_blades.drag_0 - 0.00211325113218) < 5e-15);
  CHECK(std::fabs(r.main_blades.drag_2 - 5.80369350581e-10) < 5e-22);
  CHECK(r.tail_blades.lift_0 == 0);
  CHECK(std::fabs(r.tail_blades.lift_1 - -0.000252325670778) < 5e-16);
  CHECK(std::fabs(r.tail_blades.drag_0 - 0.00381622945939) < 5e-15);
  CHECK(std::fabs(r.tail_blades.drag_2 - 9.08085534656e-08) < 5e-20);
  // (M_MA + n_T M_TA + M_gA) / th_A with M_MA = 10.359839 N m; M_gA / omega_rA.
  CHECK(r.engine_n_m == Approx((10.359839 + 85.0 / 15 * 0.2 + 0.7) / 730).epsilon(1e-7));
  CHECK(r.friction_n_m_s == Approx(0.7 / 120).epsilon(1e-15));
}

TEST_CASE("the report of MARVIN has the numbers of its flight") {
  const HelicopterReport r = report("marvin");
  // models.md 3.2: the free body with its rotor, and 0.013932 rad/s for 10 counts.
  CHECK(std::fabs(r.nutation.closed_form_rad_s - 28.505157428) < 5e-10);
  REQUIRE(r.nutation.eigenvalue_rad_s);
  CHECK(std::fabs(*r.nutation.eigenvalue_rad_s - 28.49228) < 5e-6);
  CHECK(std::fabs(10 * r.rate_per_cyclic_rad_s - 0.013932) < 5e-7);
  // models.md 3.4: 1243.18 W at the operating point; the cyclic pitch adds 0.06 % (docs/models.md).
  CHECK(r.power.main_w == Approx(1243.18).epsilon(1e-3));
  CHECK(r.power.figure_of_merit == Approx(0.3531).epsilon(1e-3));
  CHECK(r.power.friction_w == Approx(0.7 * 120).epsilon(1e-14));
  // docs/models.md 1.6: 12 m/s at the main rotor; 0.05 m times 85 / 15 times 120 rad/s at the tail.
  CHECK(r.forward_flow_limit_m_s[0] == Approx(12).epsilon(1e-14));
  CHECK(r.forward_flow_limit_m_s[1] == Approx(34).epsilon(1e-14));
  for (const double fraction : r.command_fraction)
    CHECK(std::isnan(fraction));  // no limits are known
  CHECK(r.warnings.empty());
}

TEST_CASE("a hover at another rotor speed may be asked for") {
  const HelicopterReport r = report("marvin", {}, 130);
  REQUIRE(r.hover);
  CHECK(r.rotor_speed_rad_s == 130);
  CHECK(std::fabs(r.hover->commands[0] - 838.9949) < 5e-5);  // models.md 3.4
  CHECK(r.nutation.closed_form_rad_s == Approx(28.505157428 * 130 / 120).epsilon(1e-10));
  const LoadedVehicle quad =
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/sih2019.toml");
  CHECK_THROWS_AS(report_vehicle(quad, 130.0), Error);
}

TEST_CASE("the nutation of a body with a product of inertia has the closed form of the tensor") {
  const HelicopterReport r = report("xcell");
  // J_M w sqrt(J_zz / det J), which is J_M w / sqrt(J_x J_y) in principal axes.
  const double xx = 0.296111, yy = 0.435760, zz = 0.624761, xz = -0.045691;
  const double det = yy * (xx * zz - xz * xz);
  CHECK(r.nutation.closed_form_rad_s ==
        Approx(0.229676 * 157.079633 * std::sqrt(zz / det)).epsilon(1e-12));
  REQUIRE(r.nutation.eigenvalue_rad_s);
  // The tail rotor's momentum, 4.6 * 0.0002 / 0.229676 of the main rotor's, tilts the axis of the
  // gyroscope by 0.4 %, which adds less than the square of that; the rest is aerodynamics.
  CHECK(*r.nutation.eigenvalue_rad_s == Approx(r.nutation.closed_form_rad_s).epsilon(1e-4));
}

TEST_CASE("the world of a scenario is that at its home") {
  const std::vector<std::string> high = {
      "environment.gravity=normal", "environment.atmosphere.type=isa",
      "environment.home.latitude_deg=45", "environment.home.altitude_m=2000"};
  const VehicleReport r = report_vehicle(
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/marvin.toml", high));
  // Standard atmosphere at 2000 m geometric, table 1 of US Standard Atmosphere 1976: 1.0066 kg/m3.
  CHECK(std::fabs(r.air.density_kg_m3 - 1.0066) < 5e-5);
  // 9.80620 m/s2 at 45 degrees (WGS-84) less 0.3086 mGal per metre.
  CHECK(std::fabs(r.air.gravity_m_s2 - (9.80620 - 2000 * 3.086e-6)) < 2e-5);
  // Thinner air takes more pitch.
  CHECK(std::get<HelicopterReport>(r.kind).hover->commands[0] > 1100);
}

TEST_CASE("the step of a scenario meets the servos") {
  const std::string file = std::string(MONTECOPTER_SCENARIOS) + "/examples/marvin-cyclic.toml";
  const auto left = [&](const std::string& advance) {
    const VehicleReport r = report_vehicle(load_vehicle(
        file, {"vehicle.servos.advance=" + advance, "integrator.rate_hz=20", "output.rate_hz=20"}));
    CHECK(r.varied == std::vector<std::string>{"vehicle.main_rotor.position_m.x", "vehicle.mass_kg",
                                               "vehicle.servos.time_constant_s"});
    const auto& h = std::get<HelicopterReport>(r.kind);
    CHECK(h.servo_euler_limit_s == 0.8);  // models.md 3.2
    // A radian of the nutation takes 0.035 s.
    REQUIRE(h.warnings.size() == 1);
    CHECK(h.warnings[0].what == "the step of 0.05 s is 1.4 times the nutation's time per radian");
    return h.servo_left.value();
  };
  CHECK(std::fabs(left("per_step") - 0.875) < 1e-15);  // models.md 3.2
  CHECK(std::fabs(left("continuous") - 0.882496903) < 5e-10);
}

std::string warnings_of(const std::string& name, const std::vector<std::string>& overrides,
                        std::optional<double> rotor_speed_rad_s = {}) {
  std::string text;
  for (const PlausibilityWarning& d : report(name, overrides, rotor_speed_rad_s).warnings)
    text += d.what + "; ";
  return text;
}

TEST_CASE("each implausible number of a helicopter is warned of") {
  using Catch::Matchers::Contains;
  CHECK(warnings_of("xcell", {}) == "");
  CHECK_THAT(
      warnings_of("xcell", {"vehicle.inertia_kg_m2={xx = 0.3, yy = 0.3, zz = 0.595, xz = 0}"}),
      Contains("the largest moment of inertia is 0.992"));
  CHECK_THAT(warnings_of("xcell", {"vehicle.servos.throttle_max=1.1"}),
             Contains("throttle hovers at 91 % of its range"));
  CHECK_THAT(warnings_of("marvin", {}, 300),
             Contains("300 rad/s is far from the operating points") &&
                 Contains("of the main rotor reach Mach 0.81") &&
                 Contains("of the tail rotor reach Mach 0.85") && Contains("the figure of merit"));
}

/// Published geometry of a rotor of the X-Cell [ft], lift slope and profile drag.
struct Rotor {
  double outer, inner, chord, slope, drag;
};
constexpr double ft = 0.3048, density = 1.225;

/// Pitch and drag torque by blade elements in a uniform downwash, two blades.
std::array<double, 2> blade_elements(const Rotor& rotor, double thrust, double speed) {
  const double R = rotor.outer * ft, R0 = rotor.inner * ft, c = rotor.chord * ft;
  const double v = std::sqrt(thrust / (2 * density * M_PI * R * R));
  const double blades = density * 2 * c * speed * speed;
  const double pitch = (2 * thrust / (blades * rotor.slope) + v / speed * (R * R - R0 * R0) / 2) *
                       3 / (std::pow(R, 3) - std::pow(R0, 3));
  const double torque =
      thrust * v / speed + blades * rotor.drag * (std::pow(R, 4) - std::pow(R0, 4)) / 8;
  return {pitch, torque};
}

TEST_CASE("the hovers of the X-Cell are those of the estimate that its file describes") {
  const Helicopter xcell = shipped("xcell");
  const Rotor main = {2.25, 0.6, 0.1979, 6, 0.01}, tail = {0.5417, 0.083, 0.099, 3, 0.01};
  const double weight = 19.5 * 0.45359237 * 9.81, arm = 41.5 * 0.0254;
  const auto hover = [&](double speed) {
    double roll = 0, pitch = 0, side = 0;
    for (int i = 0; i < 50; ++i) {
      const auto [p, torque] = blade_elements(main, weight * std::cos(roll), speed);
      pitch = p, side = torque / arm, roll = std::asin(side / weight);
    }
    const auto [tail_pitch, tail_torque] = blade_elements(tail, side, 4.6 * speed);
    return std::array<double, 4>{roll, pitch, tail_pitch, tail_torque};
  };
  const auto first = hover(1500 * M_PI / 30), second = hover(1600 * M_PI / 30);
  const OperatingPoints& points = xcell.operating_points;
  CHECK(std::fabs(points.first_hover.rotor_speed_rad_s - 1500 * M_PI / 30) < 5e-7);
  CHECK(std::fabs(points.first_hover.roll_rad - first[0]) < 5e-7);
  CHECK(std::fabs(points.first_hover.collective - first[1]) < 5e-7);
  CHECK(std::fabs(points.first_hover.tail - first[2]) < 5e-7);
  CHECK(std::fabs(points.first_hover.tail_torque_n_m - first[3]) < 5e-7);
  CHECK(std::fabs(points.second_hover.rotor_speed_rad_s - 1600 * M_PI / 30) < 5e-7);
  CHECK(std::fabs(points.second_hover.roll_rad - second[0]) < 5e-7);
  CHECK(std::fabs(points.second_hover.collective - second[1]) < 5e-7);
  const Rotor profile = {tail.outer, tail.inner, tail.chord, tail.slope, tail.drag};
  const double induced = first[3] - blade_elements(profile, 0, 4.6 * 1500 * M_PI / 30)[1];
  CHECK(std::fabs(xcell.tail_rotor.profile_fraction - (1 - induced / first[3])) < 5e-7);
}

/// The X-Cell with the blades of the simulator that its numbers are from.
const std::vector<std::string> blades = {"vehicle.main_rotor.flapping.lock_number=0.849672",
                                         "vehicle.main_rotor.flapping.hinge_offset=0.01"};

TEST_CASE("flapping blades of the X-Cell are those of its estimate") {
  const HelicopterReport r = report("xcell", blades);
  REQUIRE((r.flapping && r.hover));
  // Blade elements: lift rho b c a / 4 without offset, in rad, and profile drag alone. The file has
  // six digits of the pitches, whose difference is 0.013.
  const double slope = density * 2 * 0.1979 * ft * 6 / 4;
  CHECK(r.main_blades.lift_1 == Approx(slope).epsilon(3e-4));
  CHECK(std::fabs(r.main_blades.lift_0) < 1e-4 * slope);
  CHECK(r.main_blades.drag_0 == Approx(density * 2 * 0.1979 * ft * 0.01 / 4).epsilon(3e-3));
  CHECK(r.tilt_per_cyclic_rad == Approx(1).epsilon(3e-4));
  // Heli.cpp: tau = 16 / (gamma w), times 1 + (gamma / 16)^2 and over the hinge's stiffness; hub
  // moment 0.75 b I w^2 e / R, the hinge's own distance neglected there.
  const double w = 1500 * M_PI / 30, gamma = 0.849672;
  CHECK(r.flapping->time_constant_s ==
        Approx(16 / (gamma * w) * (1 + gamma * gamma / 256) / (1 + 0.75 * 0.01 / 0.99))
            .epsilon(1e-8));
  const double heli_cpp = 0.75 * 2 * 0.0847 * 1.3558179 * w * w * 0.0225 / 2.25;
  CHECK(r.flapping->hub_moment_n_m_rad == Approx(heli_cpp / 0.99).epsilon(1e-5));
  // The hover is that of the operating point: only the hub above the centre of mass asks for a
  // tilt.
  CHECK(r.hover->commands[0] == Approx(0.139661).epsilon(1e-6));
  CHECK(std::fabs(r.hover->flapping[0]) < 2e-3);
  CHECK(r.hover->flapping[2] == Approx(std::sqrt(8.845051 * 9.81 * std::cos(r.hover->roll_rad) /
                                                 (2 * density * M_PI * std::pow(2.25 * ft, 2))))
                                    .epsilon(1e-4));
}

TEST_CASE("flapping gives a helicopter the derivatives of a rotor") {
  const Helicopter flapping = shipped("xcell", blades), rigid = shipped("xcell");
  const auto derivatives = [](const Helicopter& vehicle) {
    const double w = vehicle.operating_points.first_hover.rotor_speed_rad_s;
    const LinearModel model = linear_model(vehicle, {}, *helicopter_trim(vehicle, {}, w));
    const Eigen::Index n = 19 - 1, all = model.A.rows();
    Eigen::MatrixXd A = model.A.topLeftCorner(n, n);
    if (all > n) {  // flapping has settled
      A -= model.A.topRightCorner(n, all - n) *
           model.A.bottomRightCorner(all - n, all - n).inverse() *
           model.A.bottomLeftCorner(all - n, n);
    }
    return A;
  };
  const Eigen::MatrixXd soft = derivatives(flapping), stiff = derivatives(rigid);
  enum { u = 3, v = 4, w = 5, p = 9, q = 10 };  // rates in the rows, states in the columns
  // Padfield 4.3: M_u > 0 and L_v < 0 are stable in speed; M_q, L_p < 0 are damping; Z_w < 0.
  CHECK(soft(q, u) > 0.05);
  CHECK(soft(p, v) < -0.05);
  CHECK(soft(q, q) < -1);
  CHECK(soft(p, p) < -1);
  CHECK(soft(w, w) < -0.2);
  CHECK(soft(u, u) < 0);
  // Of the rigid disc: no damping but the gyroscope, none of the heave.
  CHECK(std::fabs(stiff(q, q)) < 0.1);
  CHECK(std::fabs(stiff(w, w)) < 1e-3);
  // M_u = (K + h T) / I_yy da_1/du, with Bramwell's da_1/du; the blades begin at 0.27 R, and S =
  // 0.08 turns some of it.
  CHECK(soft(q, u) == Approx((42.9 + 0.277 * 86.7) / 0.436 * 0.00237).epsilon(0.15));
  // Bramwell 5: the slow oscillation of a hovering helicopter is unstable.
  const auto modes = helicopter_modes(
      flapping, {},
      *helicopter_trim(flapping, {}, flapping.operating_points.first_hover.rotor_speed_rad_s));
  const auto unstable = std::find_if(modes.begin(), modes.end(), [](const auto& s) {
    return s.real() > 0.01 && s.imag() > 0.1 && s.imag() < 2;
  });
  CHECK(unstable != modes.end());
}

TEST_CASE("a helicopter's battery lasts for its shaft power in hover") {
  const HelicopterReport r = report(
      "xcell", {"vehicle.battery={full_voltage_v = 48, empty_voltage_v = 48, resistance_ohm = 0, "
                "capacity_a_s = 36000, efficiency = 0.8, avionics_power_w = 10}"});
  REQUIRE(r.endurance_s);
  // Torque of both rotors and friction at the first operating point, 5 digits; constant voltage.
  const double torque = std::sin(0.040511) * 8.845051 * 9.81 * 1.0541 + 4.6 * 0.055741 + 0.474727;
  const double power = torque * 1500 * M_PI / 30 / 0.8 + 10;
  CHECK(*r.endurance_s == Approx(36000 * 48 / power).epsilon(1e-3));
}

TEST_CASE("the X-Cell hovers within its servos") {
  const Helicopter xcell = shipped("xcell");
  const auto trim =
      helicopter_trim(xcell, {}, xcell.operating_points.first_hover.rotor_speed_rad_s);
  REQUIRE(trim);
  // Its hub is above the centre of mass, so only the torque of the tail rotor asks for cyclic
  // pitch.
  CHECK(trim->commands[0] == Approx(0.139661).epsilon(1e-3));
  CHECK(trim->commands[3] == Approx(0.091027).epsilon(1e-3));
  CHECK(trim->commands[4] == Approx(1).epsilon(1e-3));
  CHECK(std::hypot(trim->commands[1], trim->commands[2]) < 0.01);
}

}  // namespace
}  // namespace montecopter
