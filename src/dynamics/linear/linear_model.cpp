#include "dynamics/linear/linear_model.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/numerics/quaternion_exp.hpp"

namespace montecopter {
namespace {

using Vector = Eigen::VectorXd;
using Function = std::function<Vector(const Vector&)>;

/// Position, velocity, rotation vector, body rate: one component less than the quaternion has.
constexpr int body_size = 12;

Eigen::Quaterniond attitude_of(const Vector& x) { return {x[6], x[7], x[8], x[9]}; }

/// x (+) d: the rotation vector turns the attitude in body axes.
Vector moved(Vector x, const Vector& d) {
  x.head<6>() += d.head<6>();
  const Quat<double> r = product<double>(
      {x[6], x[7], x[8], x[9]}, quaternion_exp<double>({0.5 * d[6], 0.5 * d[7], 0.5 * d[8]}));
  x.segment<4>(6) = Eigen::Vector4d(r.w, r.x, r.y, r.z);
  x.tail(x.size() - 10) += d.tail(d.size() - 9);
  return x;
}

/// The rotation vector from one attitude to another near it: to second order of a small angle.
Eigen::Vector3d turn_between(const Vector& from, const Vector& to) {
  return 2.0 * (attitude_of(from).conjugate() * attitude_of(to)).vec();
}

/// Rates of the same components: at zero body rate the rotation vector changes with it.
Vector slopes(const Vector& x, const Vector& rate) {
  Vector r(x.size() - 1);
  r << rate.head<6>(), x.segment<3>(10), rate.tail(x.size() - 10);
  return r;
}

/// Outputs of LinearModel.
Vector outputs(const TrimPoint& trim, const Vector& x, const Vector& rate) {
  const Eigen::Vector3d specific_force =
      Eigen::Vector3d(rate.segment<3>(3)) - Eigen::Vector3d(0, 0, trim.gravity_m_s2);
  Vector y(15);
  y << x.head<6>(), turn_between(trim.state, x), x.segment<3>(10),
      attitude_of(x).conjugate() * specific_force;
  return y;
}

/// Columns of df/dz by central differences, with steps as linear_model.hpp says.
Eigen::MatrixXd differences(const Vector& sizes, const Function& f) {
  Eigen::MatrixXd matrix;
  for (Eigen::Index k = 0; k < sizes.size(); ++k) {
    Vector d = Vector::Zero(sizes.size());
    d[k] = 1e-6 * sizes[k];
    const Vector column = (f(d) - f(-d)) / (2 * d[k]);
    if (k == 0) matrix.resize(column.size(), sizes.size());
    matrix.col(k) = column;
  }
  return matrix;
}

Vector sizes_of_states(const Vector& at) {
  Vector sizes(at.size() - 1);
  for (Eigen::Index k = 0; k < sizes.size(); ++k) {
    sizes[k] = k < body_size ? 1.0 : std::max(1.0, std::fabs(at[k + 1]));
  }
  return sizes;
}

void add_axes(std::vector<std::string>& names, const std::string& of) {
  for (const char* axis : {".x", ".y", ".z"}) names.push_back(of + axis);
}

}  // namespace

Eigen::MatrixXd state_matrix(const Vector& at, const Function& rates) {
  return differences(sizes_of_states(at), [&](const Vector& d) {
    const Vector x = moved(at, d);
    return slopes(x, rates(x));
  });
}

LinearModel linearise(const TrimPoint& trim, const ForcedRates& rates) {
  LinearModel model;
  model.trim = trim;
  for (const char* of : {"position", "velocity", "rotation", "body_rate"}) {
    add_axes(model.states, of);
  }
  model.outputs = model.states;
  add_axes(model.outputs, "specific_force");
  model.states.insert(model.states.end(), trim.actuators.begin(), trim.actuators.end());
  model.inputs = trim.controls;
  const Vector state_sizes = sizes_of_states(trim.state);
  const Vector input_sizes = trim.commands.cwiseAbs().cwiseMax(1.0);
  const auto at = [&](const Vector& d, const Vector& du, const auto& use) {
    const Vector x = moved(trim.state, d);
    return use(x, rates(x, trim.commands + du));
  };
  const Vector no_state = Vector::Zero(state_sizes.size());
  const Vector no_input = Vector::Zero(input_sizes.size());
  const auto seen = [&](const Vector& x, const Vector& rate) { return outputs(trim, x, rate); };
  model.A = differences(state_sizes, [&](const Vector& d) { return at(d, no_input, slopes); });
  model.B = differences(input_sizes, [&](const Vector& d) { return at(no_state, d, slopes); });
  model.C = differences(state_sizes, [&](const Vector& d) { return at(d, no_input, seen); });
  model.D = differences(input_sizes, [&](const Vector& d) { return at(no_state, d, seen); });
  return model;
}

}  // namespace montecopter
