/// Order of convergence of every integrator, measured on one flight with everything in it.

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/integrators/kinds.hpp"
#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

/// A quadrotor with tilted, unequal rotors that starts tumbling, with all drag terms, for 0.5 s.
ReferenceCase quadrotor() {
  ReferenceCase c = load_reference_case("upstream/mds_full_euler.toml");
  c.linear_drag = 0.2;
  c.rotor_drag = {0.3, 0.2, 0.1};
  for (const std::size_t k : {0, 4, 8}) c.linear_aero_moment[k] = 0.01;
  c.duration = 0.5;
  c.command_time = "t_s";
  c.commands = {{0, 1150, 1150, 1150, 1150}};
  return c;
}

/// The brick of reference/rigid_body, ten times as fast: smooth, 6.5 rad/s.
ReferenceCase brick() {
  ReferenceCase c =
      free_body(1, {0.0025682174740883044, 0.0084210110376273434, 0.0097546559392317316}, 3);
  c.body_rate = {1.7453292519943296, 3.4906585039886592, 5.2359877559829887};
  return c;
}

std::vector<double> final_state(const ReferenceCase& c, HowToFly how) {
  const Flown flown(to_scenario(c, how));
  REQUIRE(flown.status() == Status::ok);
  std::vector<double> state;
  for (const char* signal : {"position", "velocity", "attitude", "body_rate", "rotor_speed"}) {
    if (c.actuators.empty() && std::string(signal) == "rotor_speed") continue;
    const double scale =
        std::string(signal) == "rotor_speed" ? 1e-3 : 1;  // of one size with the rest
    for (const double x : flown.at(signal, flown.outputs() - 1)) state.push_back(scale * x);
  }
  return state;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double square = 0;
  for (std::size_t k = 0; k < a.size(); ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(square);
}

/// Of bulirsch_stoer it varies.
bool has_order(const IntegratorInfo& integrator) { return integrator.order > 0; }
bool controls_step(const IntegratorInfo& integrator) {
  return integrator.stepping == Stepping::controlled;
}

struct Scheme {
  std::string integrator;
  double rate_hz;    ///< coarsest; the others are twice and four times this
  double tolerance;  ///< so loose that a controlled scheme takes each tick in one step
  double order;
};

/// By the order, from 1 on, of a method: where the order shows, above rounding.
using Rates = std::array<double, 8>;

Scheme scheme_of(const IntegratorInfo& integrator, double rate_hz) {
  return {std::string(integrator.name), rate_hz, controls_step(integrator) ? 0.1 : 0.0,
          static_cast<double>(integrator.order)};
}

double rate_of(const IntegratorInfo& integrator, const Rates& rates) {
  return rates.at(static_cast<std::size_t>(integrator.order - 1));
}

struct Orders {
  double coarse = 0, fine = 0;
  std::string text;
};

Orders measure(const ReferenceCase& c, const Scheme& scheme) {
  const std::vector<double> truth =
      final_state(c, {.integrator = "dopri5", .rate_hz = 1000, .tolerance = 1e-14});
  std::vector<double> errors;
  for (const double factor : {1, 2, 4}) {
    errors.push_back(distance(final_state(c, {.integrator = scheme.integrator,
                                              .rate_hz = factor * scheme.rate_hz,
                                              .tolerance = scheme.tolerance}),
                              truth));
  }
  const double coarse = std::log2(errors[0] / errors[1]), fine = std::log2(errors[1] / errors[2]);
  CHECK(errors[2] > 1e-11);  // above rounding, else the order means nothing
  return {coarse, fine,
          fmt::format("{} at {} Hz: errors {:.2e} {:.2e} {:.2e}, orders {:.3f} {:.3f}",
                      scheme.integrator, scheme.rate_hz, errors[0], errors[1], errors[2], coarse,
                      fine)};
}

TEST_CASE("each integrator converges with its order on a torque-free body") {
  constexpr Rates rates = {1600, 160, 80, 40, 20, 20, 10, 6};
  const auto integrator = GENERATE(filter(has_order, from_range(integrators)));
  // A method of k steps spans k of them.
  const Scheme scheme = scheme_of(integrator, integrator.steps * rate_of(integrator, rates));
  const Orders orders = measure(brick(), scheme);
  INFO(orders.text);
  SUCCEED(orders.text);  // printed with -s
  // The next term of the error series still shows at finite steps; less so at the finer pair.
  CHECK(std::fabs(orders.fine - scheme.order) < 0.05 * scheme.order);
  CHECK(std::fabs(orders.coarse - scheme.order) < 0.1 * scheme.order);
}

TEST_CASE("each integrator converges with its order on a quadrotor with everything") {
  constexpr Rates rates = {4000, 1920, 960, 480, 120, 120, 60, 30};
  const auto integrator = GENERATE(filter(has_order, from_range(integrators)));
  const Scheme scheme = scheme_of(integrator, integrator.steps * rate_of(integrator, rates));
  const Orders orders = measure(quadrotor(), scheme);
  INFO(orders.text);
  SUCCEED(orders.text);
  CHECK(orders.fine > scheme.order - 0.15);
  // Dormand and Prince made the leading error term small: in the motor lag, z^6 / 3600 of it stands
  // against z^7 / 5040, so that above rounding the order still looks larger than 5.
  if (scheme.order < 5) CHECK(orders.fine < scheme.order + 0.15);
}

TEST_CASE("the error of a controlled integrator goes with its tolerance") {
  const ReferenceCase c = quadrotor();
  const auto fly = [&](std::string_view name, double tolerance) {
    // Two ticks only: their ends cut steps short, which a loose tolerance gets for nothing.
    return final_state(c, {.integrator = std::string(name), .rate_hz = 4, .tolerance = tolerance});
  };
  const auto integrator = GENERATE(filter(controls_step, from_range(integrators)));
  const std::vector<double> truth = fly("dopri5", 1e-14);
  const double loose = distance(fly(integrator.name, 1e-6), truth);
  const double tight = distance(fly(integrator.name, 1e-10), truth);
  const std::string text =
      fmt::format("{} 1e-6: {:.2e}, 1e-10: {:.2e}", integrator.name, loose, tight);
  INFO(text);
  SUCCEED(text);
  // The tolerance is one per step, and there are about ten.
  CHECK(loose < 1e-5);
  CHECK(tight < 1e-9);
  // Extrapolation ends a step with whatever surplus its last column has: no power law.
  if (!has_order(integrator)) return;
  // The difference to the embedded solution, h^(q+1), is held at the tolerance, while the error of
  // the solution kept goes with h^(q+1) to h^(q+2.5) (see above): four decades of tolerance are
  // worth 4 to 5.2 decades of error; 3.2 if the errors of tol^(-1/(q+1)) steps add up. The error of
  // fehlberg78 at the tighter one is that of the truth, some 1e-12.
  CHECK((std::log10(loose / tight) > 3.2 || tight < 3e-12));
  CHECK(std::log10(loose / tight) < 5.2);
}

}  // namespace
}  // namespace montecopter
