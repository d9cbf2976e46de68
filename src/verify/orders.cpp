#include "verify/orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "core/numerics/elementary.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "verify/torque_free_rigid_body.hpp"

namespace montecopter::verify {
namespace {

constexpr double very_loose = 0.1;

/// Rate of the coarse flight of a one-step method by its order, from 1 on, so that the order shows.
/// A method of k steps spans k of them, and flies with steps k times shorter.
constexpr std::array<double, 8> coarse_rates_hz = {1600, 320, 160, 80, 40, 40, 20, 12};

static_assert(std::ranges::all_of(integrators, [](const IntegratorInfo& integrator) {
  return integrator.order <= static_cast<int>(coarse_rates_hz.size());
}));

/// The flight of an integrator that has an order.
Scheme scheme_of(const IntegratorInfo& integrator) {
  const double rate_hz = coarse_rates_hz[static_cast<std::size_t>(integrator.order - 1)];
  const bool is_controlled = integrator.stepping == Stepping::controlled;
  return {std::string(integrator.name), integrator.steps * rate_hz,
          static_cast<double>(integrator.order), is_controlled ? very_loose : 0.0};
}

/// Checks extrapolation, which has no order, against its tolerance. There are 100 ticks of at least
/// a step each, and no tick may exceed the tolerance.
Check tolerance_check(const Lab& lab, const TumblingBody& body, const IntegratorInfo& integrator) {
  const Scheme scheme = {std::string(integrator.name), 0, 0, 1e-12};
  const double ticks_hz = 40;
  return error_check({fmt::format("{}, error", integrator.name), "the tolerance 1e-12, per tick"},
                     body.final_error(lab, scheme, ticks_hz), 1e-12 * ticks_hz * body.duration_s);
}

}  // namespace

TumblingBody TumblingBody::make() {
  const Vector inertia = {0.01, 0.02, 0.03};
  return {inertia, AsymmetricTop(inertia, 1.5, 5), 2.5};
}

double TumblingBody::final_error(const Lab& lab, const Scheme& scheme, double rate_hz) const {
  const Vec3<double> start = top.rate(0);
  const BodyFlight flight = {.inertia_kg_m2 = inertia_kg_m2,
                             .integrator = scheme.integrator,
                             .rate_hz = rate_hz,
                             .tolerance = scheme.tolerance,
                             .duration_s = duration_s,
                             .output_hz = 1 / duration_s,
                             .body_rate_rad_s = {start.x, start.y, start.z}};
  const FlightsInMemory flown = lab.fly(flight);
  const std::int64_t last = flown.outputs() - 1;
  const double time = flown.time(last);
  const Vec3<double> wanted = top.rate(time);
  const auto w = flown.at("body_rate", last);
  const Vec3<double> missed = {w[0] - wanted.x, w[1] - wanted.y, w[2] - wanted.z};
  const double turn = attitude_error(flown.at("attitude", last), top.attitude(time));
  return std::sqrt(dot(missed, missed) + turn * turn);
}

Check order_check(const Lab& lab, const TumblingBody& body, const Scheme& scheme) {
  const double coarse = body.final_error(lab, scheme, scheme.rate_hz);
  const double fine = body.final_error(lab, scheme, 2 * scheme.rate_hz);
  const double order = log<double>(coarse / fine) / elementary::ln2_high;
  // An error c h^p (1 + d h) shows the order p + d h / (2 ln 2). The steps are chosen so that d h,
  // the fraction of the next term in the coarse flight, is below 7 %.
  return {scheme.integrator,
          fmt::format("nominal order {:.0f}", scheme.order),
          order,
          "1",
          scheme.order,
          0.05 * scheme.order,
          fmt::format("errors {:.3e} at {:.0f} Hz, {:.3e} at {:.0f} Hz", coarse, scheme.rate_hz,
                      fine, 2 * scheme.rate_hz)};
}

std::vector<Check> order_checks(const Lab& lab) {
  const TumblingBody body = TumblingBody::make();
  std::vector<Check> checks;
  for (const IntegratorInfo& integrator : integrators) {
    if (integrator.order > 0) {
      checks.push_back(order_check(lab, body, scheme_of(integrator)));
    }
  }
  for (const IntegratorInfo& integrator : integrators) {
    if (integrator.order == 0) checks.push_back(tolerance_check(lab, body, integrator));
  }
  return checks;
}

}  // namespace montecopter::verify
