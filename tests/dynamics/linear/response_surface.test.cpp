/// Response surfaces: NASA's IMPACT against its published polynomials, evaluated here from their
/// table in their own units, and surfaces in other frames and beside rotor laws.

#include "dynamics/vehicles/response_surface_setup.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "dynamics/linear/multirotor_trim.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"

namespace montecopter {
namespace {

constexpr double newton_per_lbf = 4.4482216152605, m_per_ft = 0.3048;  // by definition
constexpr double gravity = 9.80665, density = 1.225;

struct Flight {
  std::array<double, 3> v_m_s{}, w_rad_s{};
  std::array<double, 4> speed{}, acceleration{};
};

/// Value of a published regressor, such as "u_fps" or "Om2sq_r2ps2".
double regressor(const std::string& name, const Flight& f) {
  if (name == "1") return 1;
  const std::size_t digit = name.find_first_of("1234");
  if (name.starts_with("dOm")) return f.acceleration[name[digit] - '1'];
  if (name.starts_with("Om")) return std::pow(f.speed[name[digit] - '1'], 2) - 640000;
  if (name.ends_with("_fps")) return f.v_m_s[name[0] - 'u'] / m_per_ft;
  return f.w_rad_s[name[0] - 'p'];
}

struct Row {
  std::string output, term;
  double coefficient, standard_error;
};

std::vector<Row> published() {
  std::ifstream file(MONTECOPTER_SOURCE_DIR
                     "/tests/reference/rotors/nasa_impact_quadrotor_rse.csv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("output")) continue;
    std::istringstream fields(line);
    std::array<std::string, 4> cell;
    for (std::string& one : cell) std::getline(fields, one, ',');
    rows.push_back({cell[0], cell[1], std::stod(cell[2]), std::stod(cell[3])});
  }
  REQUIRE(rows.size() == 45);
  return rows;
}

/// A published force or moment [N, N m], and the sum of the magnitudes of its terms.
struct Published {
  double value = 0, size = 0;
};
std::map<std::string, Published> loads_of(const std::vector<Row>& rows, const Flight& f) {
  std::map<std::string, Published> loads;
  for (const Row& row : rows) {
    const bool is_moment = row.output.ends_with("ftlbf");
    const double term =
        row.coefficient * regressor(row.term, f) * newton_per_lbf * (is_moment ? m_per_ft : 1);
    loads[row.output].value += term, loads[row.output].size += std::fabs(term);
  }
  return loads;
}

Multirotor impact() {
  return std::get<Multirotor>(
      load_vehicle(MONTECOPTER_SOURCE_DIR "/scenarios/vehicles/impact.toml").vehicle);
}

/// Force and moment in body axes that a model has, from its motion.
std::array<double, 6> loads_of(const MultirotorModel& model, const Multirotor& vehicle,
                               const Flight& f) {
  MultirotorModel::State state{};
  const Quat<double> q = {0.5, -0.5, 0.5, 0.5};  // exact: v_B in world axes is a permutation
  state.set_attitude(q);
  state.set_velocity(Rotation<double>(q) * Vec3<double>{f.v_m_s[0], f.v_m_s[1], f.v_m_s[2]});
  const Vec3<double> w = {f.w_rad_s[0], f.w_rad_s[1], f.w_rad_s[2]};
  state.set_body_rate(w);
  Eigen::VectorXd command(4);
  for (int i = 0; i < 4; ++i) {
    state.actuator(i) = f.speed[i];
    command[i] = f.speed[i] + 0.01 * f.acceleration[i];  // the motors' lag
  }
  const auto a = model.accelerations(state, command);
  const Vec3<double> f_B =
      Rotation<double>(q).inverse(Vec3<double>{a[0], a[1], a[2] - model.gravity_m_s2()});
  const auto& J = vehicle.inertia_kg_m2;
  const Vec3<double> h = {J.xx * w.x, J.yy * w.y, J.zz * w.z};
  const Vec3<double> M = Vec3<double>{J.xx * a[3], J.yy * a[4], J.zz * a[5]} + cross(w, h);
  const double m = vehicle.mass_kg;
  return {m * f_B.x, m * f_B.y, m * f_B.z, M.x, M.y, M.z};
}

/// States about hover, wider than the flights of the identification.
std::vector<Flight> random_flights(int count) {
  std::mt19937_64 generator(45);
  const auto within = [&](double most) {
    return std::uniform_real_distribution<double>(-most, most)(generator);
  };
  std::vector<Flight> flights(count);
  for (Flight& f : flights) {
    for (double& v : f.v_m_s) v = within(8);
    for (double& w : f.w_rad_s) w = within(3);
    for (double& speed : f.speed) speed = 800 + within(200);
    for (double& acceleration : f.acceleration) acceleration = within(2000);
  }
  return flights;
}

TEST_CASE("IMPACT has the forces and moments of the published polynomials") {
  const Multirotor vehicle = impact();
  const MultirotorModel model(vehicle, {gravity, density});
  const std::vector<Row> rows = published();
  const char* outputs[] = {"X_lbf", "Y_lbf", "Z_lbf", "L_ftlbf", "M_ftlbf", "N_ftlbf"};
  for (const Flight& flight : random_flights(200)) {
    auto wanted = loads_of(rows, flight);
    const auto loads = loads_of(model, vehicle, flight);
    for (int k = 0; k < 6; ++k) {
      INFO(outputs[k]);
      // 1e-12 of the terms, and of the weight and of J w x w, which this test adds and subtracts.
      const double size = wanted[outputs[k]].size + (k < 3 ? vehicle.mass_kg * gravity : 0.5);
      CHECK(std::fabs(loads[k] - wanted[outputs[k]].value) < 1e-12 * size);
    }
  }
}

TEST_CASE("IMPACT has the published standard errors") {
  const std::vector<Row> rows = published();
  const Multirotor vehicle = impact();
  const auto& terms = vehicle.response_surface->terms;
  REQUIRE(terms.size() == rows.size());
  for (std::size_t k = 0; k < terms.size(); ++k) {
    // The ratio has no unit. Two roundings each in conversion, and those of 17 digits.
    CHECK(terms[k].standard_error / terms[k].coefficient ==
          Approx(rows[k].standard_error / rows[k].coefficient).epsilon(1e-14));
  }
}

TEST_CASE("a deviation counts standard errors") {
  Multirotor vehicle = impact();
  for (SurfaceTerm& term : vehicle.response_surface->terms) term.deviation = -2.5;
  std::vector<Row> rows = published();
  for (Row& row : rows) row.coefficient -= 2.5 * row.standard_error;
  const MultirotorModel model(vehicle, {gravity, density});
  for (const Flight& flight : random_flights(10)) {
    auto wanted = loads_of(rows, flight);
    CHECK(loads_of(model, vehicle, flight)[2] ==
          Approx(wanted["Z_lbf"].value).margin(1e-12 * wanted["Z_lbf"].size));
  }
}

/// The same vehicle with x forward, y left, z up.
Multirotor in_flu(Multirotor vehicle) {
  vehicle.frame = "NWU/FLU";
  for (Rotor& rotor : vehicle.rotors) {
    for (int k = 1; k < 3; ++k) rotor.position_m[k] *= -1, rotor.axis[k] *= -1;
  }
  for (SurfaceTerm& term : vehicle.response_surface->terms) {
    double sign = term.output.ends_with("x") ? 1 : -1;
    double product = 1;
    for (const std::string& factor : term.factors) {
      if (factor.size() == 1 && factor != "u" && factor != "p") product *= -1;
    }
    term.coefficient *= sign * product;
    term.centre *= product;
  }
  return vehicle;
}

TEST_CASE("a surface in axes forward, left, up is the same vehicle") {
  Multirotor vehicle = impact();
  // Terms that IMPACT lacks: cross terms, with a centre.
  const auto add = [&](const char* output, std::vector<std::string> factors, double coefficient) {
    SurfaceTerm term;
    term.output = output, term.factors = std::move(factors);
    term.coefficient = coefficient, term.centre = 0.3;
    vehicle.response_surface->terms.push_back(term);
  };
  add("force_y", {"u", "r"}, 0.2);
  add("force_z", {"v", "w", "rotor_speed.1"}, 1e-4);
  add("moment_x", {"w", "u"}, 0.01);
  add("moment_z", {"rotor_speed.3", "p"}, 1e-5);
  const Multirotor other = in_flu(vehicle);
  const MultirotorModel model(vehicle, {gravity, density}), turned(other, {gravity, density});
  for (const Flight& flight : random_flights(20)) {
    CHECK(loads_of(turned, vehicle, flight) == loads_of(model, vehicle, flight));
  }
}

TEST_CASE("cross terms are products less their centre") {
  Multirotor vehicle = impact();
  SurfaceTerm term;
  term.output = "force_y", term.factors = {"u", "rotor_speed.2", "q"};
  term.centre = 11, term.coefficient = 1e-3;
  const MultirotorModel without(vehicle, {gravity, density});
  vehicle.response_surface->terms.push_back(term);
  const MultirotorModel with(vehicle, {gravity, density});
  for (const Flight& f : random_flights(10)) {
    const double more = loads_of(with, vehicle, f)[1] - loads_of(without, vehicle, f)[1];
    const double product = f.v_m_s[0] * f.speed[2] * f.w_rad_s[1];
    // Rounding of forces of some 100 N, in which the term is a difference.
    CHECK(more == Approx(1e-3 * (product - 11)).margin(1e-12));
  }
}

TEST_CASE("an added surface adds to the rotors, one that replaces them takes their place") {
  Multirotor vehicle = impact();
  const MultirotorModel replaced(vehicle, {gravity, density});
  vehicle.response_surface->rotor_loads = "added";
  const MultirotorModel added(vehicle, {gravity, density});
  vehicle.response_surface.reset();
  const MultirotorModel none(vehicle, {gravity, density});
  for (const Flight& flight : random_flights(10)) {
    const auto both = loads_of(added, vehicle, flight),
               surface = loads_of(replaced, vehicle, flight),
               rotors = loads_of(none, vehicle, flight);
    // Differences of some 30 N and 3 N m.
    for (int k = 0; k < 6; ++k) CHECK(both[k] == Approx(surface[k] + rotors[k]).margin(1e-12));
  }
}

TEST_CASE("IMPACT hovers where the published Z is its weight") {
  const Multirotor vehicle = impact();
  const MultirotorModel model(vehicle, {gravity, density});
  const auto trim = hover(model);
  REQUIRE(trim);
  Flight flight;
  for (int i = 0; i < 4; ++i) flight.speed[i] = trim->commands[i];
  auto loads = loads_of(published(), flight);
  // Balance of forces in the tilted vehicle, and of moments; the search ends at 1e-9.
  const double weight = vehicle.mass_kg * gravity;
  CHECK(std::hypot(loads["X_lbf"].value, loads["Y_lbf"].value, loads["Z_lbf"].value) ==
        Approx(weight).epsilon(1e-8));
  for (const char* moment : {"L_ftlbf", "M_ftlbf", "N_ftlbf"}) {
    CHECK(std::fabs(loads[moment].value) < 1e-9);
  }
}

TEST_CASE("the linear model of IMPACT has the derivatives of its polynomials") {
  const Multirotor vehicle = impact();
  const MultirotorModel model(vehicle, {gravity, density});
  const auto trim = hover(model);
  REQUIRE(trim);
  const LinearModel linear = linear_model(model, *trim);
  const auto coefficient = [&](const char* output, const char* term) {
    for (const Row& row : published()) {
      if (row.output == output && row.term == term) return row.coefficient;
    }
    return 0.0;
  };
  const auto at = [&](const char* state) {
    return std::find(linear.states.begin(), linear.states.end(), state) - linear.states.begin();
  };
  const auto p = at("body_rate.x"), q = at("body_rate.y"), r = at("body_rate.z");
  const double to_n_m = newton_per_lbf * m_per_ft;
  // Central differences of a polynomial of second order: rounding over the width of 1e-5.
  CHECK(linear.A(p, p) ==
        Approx(coefficient("L_ftlbf", "p_rps") * to_n_m / vehicle.inertia_kg_m2.xx).epsilon(1e-7));
  CHECK(linear.A(q, q) ==
        Approx(coefficient("M_ftlbf", "q_rps") * to_n_m / vehicle.inertia_kg_m2.yy).epsilon(1e-7));
  CHECK(linear.A(r, r) ==
        Approx(coefficient("N_ftlbf", "r_rps") * to_n_m / vehicle.inertia_kg_m2.zz).epsilon(1e-7));
}

TEST_CASE("a term is outside where its product leaves its range") {
  Multirotor vehicle = impact();
  CHECK(!has_surface_range(vehicle));
  CHECK(limits_of(vehicle).size() + 1 == rotor_limit_rows.size());
  SurfaceTerm& term = vehicle.response_surface->terms[1];
  REQUIRE(term.factors == std::vector<std::string>{"u"});
  term.lowest = -2, term.highest = 3;
  CHECK(limits_of(vehicle).size() == rotor_limit_rows.size());
  std::array<double, 4> speed = {800, 800, 800, 800};
  SurfaceFlight flight = {{2.99, 9, 9}, {0, 0, 0}, speed.data()};
  CHECK(!is_outside_surface(vehicle, flight));
  flight.v_AB_B.x = 3.01;
  CHECK(is_outside_surface(vehicle, flight));
  flight.v_AB_B.x = -2.01;
  CHECK(is_outside_surface(vehicle, flight));
  term.lowest.reset(), term.highest.reset();
  SurfaceTerm& square = vehicle.response_surface->terms[3];
  square.highest = 650000;  // of the square, before the centre is subtracted
  speed[0] = std::sqrt(649999);
  CHECK(!is_outside_surface(vehicle, flight));
  speed[0] = std::sqrt(650001);
  CHECK(is_outside_surface(vehicle, flight));
  // In axes forward, left, up v is the velocity to the left.
  Multirotor turned;
  turned.frame = "NWU/FLU";
  turned.response_surface.emplace();
  turned.response_surface->terms.emplace_back();
  turned.response_surface->terms[0].factors = {"v"};
  turned.response_surface->terms[0].highest = 1;
  CHECK(!is_outside_surface(turned, {{0, 5, 0}, {0, 0, 0}, nullptr}));
  CHECK(is_outside_surface(turned, {{0, -5, 0}, {0, 0, 0}, nullptr}));
}

TEST_CASE("factors have names") {
  CHECK(surface_variable("u") == 1);
  CHECK(surface_variable("r") == 6);
  CHECK(surface_variable("rotor_speed.0") == 7);
  CHECK(surface_variable("rotor_acceleration.15") == 38);
  for (const char* wrong : {"", "x", "uv", "rotor_speed", "rotor_speed.", "rotor_speed.16",
                            "rotor_speed.-1", "rotor_speed.1x", "rotor_speed. 1", "U"}) {
    CAPTURE(wrong);
    CHECK(!surface_variable(wrong));
  }
}

}  // namespace
}  // namespace montecopter
