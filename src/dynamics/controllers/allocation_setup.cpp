#include "dynamics/controllers/allocation_setup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

using Row = std::array<double, 4>;  ///< in the order of allocated_axes

/// Drag torque per thrust [m] where the rotor carries `thrust`; of rotor laws that are not
/// proportional, it depends on it.
template <class Law>
double torque_ratio(const Law& law, double density, double thrust) {
  if constexpr (Law::proportional) {
    const Load<double> unit = law.factors(density);
    return unit.thrust != 0 ? unit.torque / unit.thrust : 0;
  } else if constexpr (Law::sees_air) {
    const Load<double> load = still_air_load(law, 1.0, density);
    return load.thrust != 0 ? load.torque / load.thrust : 0;
  } else {
    const ThrustCurve curve = *law.thrust_curve(density);
    const AllocatedRotor<double> rotor = {
        0, 0, 0, 0, 0, 0, curve.offset, curve.slope, curve.curvature, 0};
    const Load<double> load = still_air_load(law, command_for(rotor, thrust), density);
    return load.thrust != 0 ? load.torque / load.thrust : 0;
  }
}

/// Thrust and moments per newton of a rotor's thrust: M = r x n - s kappa n, FRD.
Row effectiveness(const Rotor& rotor, const std::array<double, 3>& centre_of_mass_m,
                  const std::array<double, 3>& signs, double density, double hover_thrust) {
  std::array<double, 3> r = lever_arm(rotor.position_m, centre_of_mass_m), n;
  for (int k = 0; k < 3; ++k) r[k] = signs[k] * r[k];
  for (int k = 0; k < 3; ++k) n[k] = signs[k] * rotor.axis[k];
  const double length = std::sqrt(std::fma(n[0], n[0], std::fma(n[1], n[1], n[2] * n[2])));
  for (double& x : n) x /= length;
  const double ratio = std::visit(
      [&](const auto& law) { return torque_ratio(law, density, hover_thrust); }, *rotor.law);
  const double drag = static_cast<double>(rotor.spin) * ratio;
  return {-n[2], cross_difference(r[1], n[2], r[2], n[1]) - drag * n[0],
          cross_difference(r[2], n[0], r[0], n[2]) - drag * n[1],
          cross_difference(r[0], n[1], r[1], n[0]) - drag * n[2]};
}

bool has_bit(unsigned bits, std::size_t i) { return (bits >> i & 1u) != 0; }

std::vector<Row> effectiveness(const Multirotor& vehicle, double density, unsigned left_out) {
  constexpr double standard_gravity_m_s2 = 9.80665;
  const auto signs = frame_signs(vehicle.frame);
  const double hover =
      vehicle.mass_kg * standard_gravity_m_s2 / static_cast<double>(vehicle.rotors.size());
  std::vector<Row> columns;
  for (const Rotor& rotor : vehicle.rotors) {
    columns.push_back(effectiveness(rotor, vehicle.centre_of_mass_m, signs, density, hover));
    if (has_bit(left_out, columns.size() - 1)) columns.back() = {0, 0, 0, 0};
  }
  return columns;
}

/// Rows scaled to a largest element of 1: thrust and moments have no common unit.
Row scales(const std::vector<Row>& columns) {
  Row scale = {0, 0, 0, 0};
  for (const Row& column : columns) {
    for (int k = 0; k < 4; ++k) scale[k] = std::fmax(scale[k], std::fabs(column[k]));
  }
  return scale;
}

/// B B^T of the scaled rows.
std::array<Row, 4> gram(const std::vector<Row>& columns, const Row& scale) {
  std::array<Row, 4> g{};
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) {
      for (const Row& c : columns) g[i][k] = std::fma(c[i] / scale[i], c[k] / scale[k], g[i][k]);
    }
  }
  return g;
}

/// Cholesky's factor L of g = L L^T, row by row, of the first axes; the first row without a pivot
/// of its own, or `axes`.
int factorise(const std::array<Row, 4>& g, std::array<Row, 4>& l, int axes) {
  constexpr double least = 1e-12;  // of a squared length near 1: a rounding error is 1e-15
  for (int i = 0; i < axes; ++i) {
    for (int k = 0; k <= i; ++k) {
      double sum = g[i][k];
      for (int j = 0; j < k; ++j) sum = std::fma(-l[i][j], l[k][j], sum);
      if (k < i) {
        l[i][k] = sum / l[k][k];
      } else if (!(sum > least * g[i][i])) {
        return i;
      } else {
        l[i][i] = std::sqrt(sum);
      }
    }
  }
  return axes;
}

/// The solution x of L L^T x = b; its part for an axis beyond `axes` is 0.
Row solve(const std::array<Row, 4>& l, Row b, int axes) {
  for (int i = axes; i < 4; ++i) b[i] = 0;
  for (int i = 0; i < axes; ++i) {
    for (int k = 0; k < i; ++k) b[i] = std::fma(-l[i][k], b[k], b[i]);
    b[i] /= l[i][i];
  }
  for (int i = axes - 1; i >= 0; --i) {
    for (int k = i + 1; k < axes; ++k) b[i] = std::fma(-l[k][i], b[k], b[i]);
    b[i] /= l[i][i];
  }
  return b;
}

constexpr double largest = std::numeric_limits<double>::max();

/// Makes 0 of a part of the collective thrust that is a rounding error: the rotor opposite to a
/// failed one may carry none, and then does not limit it.
void drop_rounding(AllocatedRotor<double>& r) {
  if (std::fabs(r.per_thrust) < 1e-12) r.per_thrust = 0;
}

/// Limits, and the rotor law's curve.
void fold_limits(const Rotor& rotor, double density, AllocatedRotor<double>& r) {
  const ThrustCurve curve = *thrust_curve(*rotor.law, density);
  r.offset = curve.offset, r.slope = curve.slope, r.curvature = curve.curvature;
  r.per_curvature = curve.curvature != 0 ? std::fmin(1 / curve.curvature, largest) : 0;
  std::visit(
      [&](const auto& motor) {
        const double a = curve.at(motor.min), b = curve.at(motor.max);
        r.low = std::fmin(a, b), r.high = std::fmax(a, b);
      },
      *rotor.motor);
}

/// The collective thrusts of which every rotor can take its part.
void fold_collective(Allocation<double, max_rotors>& a, std::size_t count) {
  a.thrust_low = -std::numeric_limits<double>::infinity();
  a.thrust_high = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    const AllocatedRotor<double>& r = a.rotor[i];
    if (r.per_thrust == 0) continue;
    const double one = r.low / r.per_thrust, other = r.high / r.per_thrust;
    a.thrust_low = std::fmax(a.thrust_low, std::fmin(one, other));
    a.thrust_high = std::fmin(a.thrust_high, std::fmax(one, other));
  }
}

}  // namespace

std::optional<ThrustCurve> thrust_curve(const RotorLaw& law, double air_density_kg_m3) {
  return std::visit([&](const auto& l) { return l.thrust_curve(air_density_kg_m3); }, law);
}

bool has_quadratic_curves(const Multirotor& vehicle) {
  return std::all_of(vehicle.rotors.begin(), vehicle.rotors.end(), [](const Rotor& rotor) {
    return std::visit([](const auto& law) { return law.quadratic_thrust; }, *rotor.law);
  });
}

std::optional<std::string_view> missing_axis(const Multirotor& vehicle, double air_density_kg_m3,
                                             const Forgone& forgone) {
  const std::vector<Row> columns = effectiveness(vehicle, air_density_kg_m3, forgone.rotors);
  const Row scale = scales(columns);
  const int axes = forgone.yaw ? 3 : 4;
  for (std::size_t k = 0; k < static_cast<std::size_t>(axes); ++k) {
    if (!(scale[k] > 0)) return allocated_axes[k];
  }
  std::array<Row, 4> l{};
  const int rank = factorise(gram(columns, scale), l, axes);
  if (rank == axes) return std::nullopt;
  return allocated_axes[static_cast<std::size_t>(rank)];
}

Allocation<double, max_rotors> fold_allocation(const Multirotor& vehicle, double air_density_kg_m3,
                                               const Forgone& forgone) {
  Allocation<double, max_rotors> a{};
  const std::vector<Row> columns = effectiveness(vehicle, air_density_kg_m3, forgone.rotors);
  const Row scale = scales(columns);
  std::array<Row, 4> l{};
  const bool loses_yaw =
      forgone.rotors != 0 && missing_axis(vehicle, air_density_kg_m3, forgone) == "yaw";
  const int axes = forgone.yaw || loses_yaw ? 3 : 4;
  factorise(gram(columns, scale), l, axes);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Row b;
    for (int k = 0; k < 4; ++k) b[k] = columns[i][k] / scale[k];
    const Row x = solve(l, b, axes);
    AllocatedRotor<double>& r = a.rotor[i];
    r.per_thrust = x[0] / scale[0], r.per_roll = x[1] / scale[1];
    r.per_pitch = x[2] / scale[2], r.per_yaw = axes == 4 ? x[3] / scale[3] : 0;
    fold_limits(vehicle.rotors[i], air_density_kg_m3, r);
    if (forgone.rotors != 0) drop_rounding(r);
    if (has_bit(forgone.rotors, i)) r.low = -largest, r.high = largest;
  }
  fold_collective(a, columns.size());
  return a;
}

}  // namespace montecopter
