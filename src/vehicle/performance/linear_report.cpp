#include "vehicle/performance/linear_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/linear/multirotor_trim.hpp"
#include "vehicle/performance/multirotor_report.hpp"
#include "vehicle/performance/report_words.hpp"

namespace montecopter {
namespace {

std::optional<LinearModel> model_at(const Multirotor& vehicle, const CalmAir& air,
                                    const Eigen::Vector3d& velocity_m_s,
                                    std::optional<double> rotor_speed_rad_s) {
  if (rotor_speed_rad_s) refuse_rotor_speed();
  const MultirotorModel model(vehicle, air);
  const std::optional<MultirotorTrim> trim = steady_flight(model, velocity_m_s);
  if (!trim) return std::nullopt;
  return linear_model(model, *trim);
}

std::optional<LinearModel> model_at(const Helicopter& vehicle, const CalmAir& air,
                                    const Eigen::Vector3d& velocity_m_s,
                                    std::optional<double> rotor_speed_rad_s) {
  const double speed =
      rotor_speed_rad_s.value_or(vehicle.operating_points.first_hover.rotor_speed_rad_s);
  const std::optional<HelicopterTrim> trim = helicopter_trim(vehicle, air, speed, velocity_m_s);
  if (!trim) return std::nullopt;
  return linear_model(vehicle, air, *trim);
}

/// Term of an equation, " + 2.5 name", or empty.
std::string term(double factor, const std::string& name, bool is_first) {
  const std::string sign = factor < 0 ? "- " : is_first ? "" : "+ ";
  const std::string size = std::fabs(factor) == 1 ? "" : fmt::format("{:.6g} ", std::fabs(factor));
  return fmt::format(" {}{}{}", sign, size, name);
}

/// Rounds an element that is 1 but for the errors of differences, some 1e-10
/// (dynamics/linear/linear_model.hpp).
double rounded(double element) {
  return std::fabs(std::fabs(element) - 1) < 1e-9 ? std::copysign(1.0, element) : element;
}

std::string equation(const std::string& of, const Eigen::MatrixXd& states,
                     const Eigen::MatrixXd& inputs, Eigen::Index row, const LinearModel& model) {
  Eigen::VectorXd all(states.cols() + inputs.cols());
  all << states.row(row).transpose(), inputs.row(row).transpose();
  // Elements below these bounds count as zero: an absolute bound, and one relative to the row.
  const double least = std::max(1e-7 * all.cwiseAbs().maxCoeff(), 1e-9);
  std::string text;
  for (Eigen::Index k = 0; k < all.size(); ++k) {
    if (!(std::fabs(all[k]) > least)) continue;
    const std::string& name = k < states.cols()
                                  ? model.states[static_cast<std::size_t>(k)]
                                  : model.inputs[static_cast<std::size_t>(k - states.cols())];
    text += term(rounded(all[k]), name, text.empty());
  }
  return fmt::format("{:<18}={}\n", of, text.empty() ? " 0" : text);
}

Json rows_of(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index k = 0; k < matrix.cols(); ++k) row.add(Json::number(matrix(i, k)));
    rows.add(std::move(row));
  }
  return rows;
}

Json list_of(const Eigen::VectorXd& vector) {
  Json list = Json::array();
  for (const double x : vector) list.add(Json::number(x));
  return list;
}

}  // namespace

std::optional<LinearReport> report_linear(const LoadedVehicle& loaded, const SteadyFlight& flight,
                                          std::optional<double> rotor_speed_rad_s) {
  const Ambient around = ambient_of(loaded, flight);
  std::optional<LinearModel> model = std::visit(
      [&](const auto& v) {
        return model_at(v, around.air, around.velocity_by_nose(flight), rotor_speed_rad_s);
      },
      loaded.vehicle);
  if (!model) return std::nullopt;
  return LinearReport{loaded.name, flight, around, placed(std::move(*model), flight, around)};
}

std::string linear_text(const LinearReport& report) {
  const LinearModel& model = report.model;
  std::string text = fmt::format(
      "{}: linearisation about {}, gravity {:.7g} m/s2\n"
      "x' = A x + B u and y = C x + D u, for deviations from the trim in SI units\n",
      report.name, report.flight.is_hover() ? "a hover" : "a steady flight",
      model.trim.gravity_m_s2);
  if (!report.flight.is_hover() || report.flight.heading_deg != 0) {
    text += report_line("motion", fmt::format("{}, heading {} deg", motion_text(report.flight),
                                              report.flight.heading_deg));
  }
  text += wind_text(report.flight, report.around);
  text += fmt::format("trim: attitude {:.7g}, commands {:.7g}\n",
                      fmt::join(Eigen::VectorXd(model.trim.state.segment<4>(6)), " "),
                      fmt::join(model.trim.commands, " "));
  for (Eigen::Index i = 0; i < model.A.rows(); ++i) {
    const std::string& state = model.states[static_cast<std::size_t>(i)];
    text += equation(state + "'", model.A, model.B, i, model);
  }
  for (Eigen::Index i = 12; i < model.C.rows(); ++i) {  // the first twelve outputs are states
    text += equation(model.outputs[static_cast<std::size_t>(i)], model.C, model.D, i, model);
  }
  return text;
}

std::string linear_json(const LinearReport& report) {
  const LinearModel& model = report.model;
  Json trim = Json::object();
  trim.set("gravity_m_s2", Json::number(model.trim.gravity_m_s2))
      .set("time_s", Json::number(report.flight.time_s))
      .set("height_m", Json::number(report.around.height_m))
      .set("wind_m_s", list_of(report.around.wind.velocity_m_s))
      .set("turbulent_winds_left_out", Json::number(report.around.wind.turbulent))
      .set("state", list_of(model.trim.state))
      .set("commands", list_of(model.trim.commands));
  return Json::object()
             .set("name", Json::text(report.name))
             .set("trim", std::move(trim))
             .set("states", Json::texts(model.states))
             .set("inputs", Json::texts(model.inputs))
             .set("outputs", Json::texts(model.outputs))
             .set("A", rows_of(model.A))
             .set("B", rows_of(model.B))
             .set("C", rows_of(model.C))
             .set("D", rows_of(model.D))
             .print() +
         "\n";
}

}  // namespace montecopter
