#include "vehicle/performance/steady_flight.hpp"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <cmath>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/numerics/angles.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "vehicle/performance/report_words.hpp"
#include "vehicle/performance/vehicle_report.hpp"

namespace montecopter {
namespace {

double radians(double degrees) { return degrees / deg_per_rad; }

[[noreturn]] void refuse_wind(const SteadyFlight& flight, const Ambient& around) {
  throw Error(
      ExitCode::usage,
      Problem{"wind",
              fmt::format("it has no finite velocity at {} s, height {} m", flight.time_s,
                          around.height_m),
              "a number overflows",
              "Give a time and height of the flight, or leave the wind out with --no-wind"});
}

/// Rotates north and east by the heading, in a vector that starts with position and velocity.
Eigen::MatrixXd turn(Eigen::Index size, double heading_rad) {
  Eigen::MatrixXd all = Eigen::MatrixXd::Identity(size, size);
  const Eigen::Matrix2d yaw = Eigen::Rotation2Dd(heading_rad).toRotationMatrix();
  all.block<2, 2>(0, 0) = all.block<2, 2>(3, 3) = yaw;
  return all;
}

}  // namespace

double SteadyFlight::heading_rad() const { return radians(heading_deg); }

Eigen::Vector3d SteadyFlight::velocity_m_s() const {
  const double course = radians(course_deg);
  return {speed_m_s * std::cos(course), speed_m_s * std::sin(course), -climb_m_s};
}

Eigen::Vector3d Ambient::velocity_by_nose(const SteadyFlight& f) const {
  const double off = radians(f.course_deg - f.heading_deg);
  const Eigen::Vector3d over_ground(f.speed_m_s * std::cos(off), f.speed_m_s * std::sin(off),
                                    -f.climb_m_s);
  return over_ground -
         Eigen::AngleAxisd(-f.heading_rad(), Eigen::Vector3d::UnitZ()) * wind.velocity_m_s;
}

Ambient ambient_of(const LoadedVehicle& loaded, const SteadyFlight& flight) {
  const Ground& below = loaded.environment.ground;
  Ambient around;
  around.position_m = Eigen::Vector3d::Map(loaded.start_m.data());
  const double ground = ground_z_at(below, around.position_m.x(), around.position_m.y());
  if (flight.height_m) around.position_m.z() = ground - *flight.height_m;
  around.height_m = ground - around.position_m.z();
  around.air = calm_air(loaded.environment, around.position_m.z());
  if (!std::holds_alternative<NoGround>(below)) around.air.height_m = around.height_m;
  if (flight.in_wind) {
    around.wind = mean_wind(loaded.wind, flight.time_s, around.position_m, ground);
    if (!std::isfinite(around.wind.velocity_m_s.norm())) refuse_wind(flight, around);
  }
  return around;
}

LinearModel placed(LinearModel model, const SteadyFlight& flight, const Ambient& around) {
  const double heading = flight.heading_rad();
  const Eigen::MatrixXd states = turn(model.A.rows(), heading);
  const Eigen::MatrixXd outputs = turn(model.C.rows(), heading);
  model.A = states * model.A * states.transpose();
  model.B = states * model.B;
  model.C = outputs * model.C * states.transpose();
  // f(v - w(p)): the derivative by the position is the one by the velocity times the gradient,
  // negative.
  const auto add_gradient = [&](Eigen::MatrixXd& matrix, Eigen::Index from) {
    const Eigen::Index rows = matrix.rows() - from;
    matrix.block(from, 0, rows, 3) -=
        (matrix.block(from, 3, rows, 3) * around.wind.gradient_1_s).eval();
  };
  constexpr Eigen::Index forces = 3,
                         specific_force = 12;  // earlier rows are the states themselves
  add_gradient(model.A, forces), add_gradient(model.C, specific_force);

  Eigen::VectorXd& x = model.trim.state;
  const Eigen::Quaterniond yaw(Eigen::AngleAxisd(heading, Eigen::Vector3d::UnitZ()));
  const Eigen::Quaterniond q = yaw * Eigen::Quaterniond(x[6], x[7], x[8], x[9]);
  x.head<3>() = around.position_m, x.segment<3>(3) = flight.velocity_m_s();
  x.segment<4>(6) << q.w(), q.x(), q.y(), q.z();
  return model;
}

std::string motion_text(const SteadyFlight& f) {
  if (f.is_hover()) return "hover";
  return fmt::format("{} m/s, course {} deg, climb {} m/s", f.speed_m_s, f.course_deg, f.climb_m_s);
}

std::string wind_text(const SteadyFlight& flight, const Ambient& around) {
  const Eigen::Vector3d& w = around.wind.velocity_m_s;
  std::string text;
  if (w.norm() > 0) {
    text += report_line("wind", fmt::format("{:.6g} {:.6g} {:.6g} m/s (air velocity, NED) at "
                                            "{} s, height {} m",
                                            w.x(), w.y(), w.z(), flight.time_s, around.height_m));
    text +=
        report_line("airspeed", significant(around.velocity_by_nose(flight).norm(), 6) + " m/s");
  }
  if (around.wind.turbulent > 0) {
    text += report_line("turbulence", "left out: its mean is 0");
  }
  return text;
}

std::string wind_remark(const Ambient& around) {
  const double speed = around.wind.velocity_m_s.norm();
  if (speed == 0) return "";
  return fmt::format(" in a wind of {:.4g} m/s (`--no-wind` leaves it out)", speed);
}

}  // namespace montecopter
