#include "scenario/write.hpp"

#include <concepts>
#include <string_view>

#include "scenario/writer.hpp"

namespace montecopter {

namespace {

/// Fields that say nothing in this state, and that reading would refuse.
template <class T>
bool says_nothing(const Scenario&, const T&, std::string_view) {
  return false;
}
/// Nor does a list that came later change the text, and so the hash, of scenarios without it.
bool says_nothing(const Scenario&, const Scenario& scenario, std::string_view key) {
  return key == "disturbance" && scenario.disturbance.empty();
}
bool says_nothing(const Scenario&, const Environment& e, std::string_view key) {
  return (key == "gravity_m_s2" && gravity_model(e.gravity) != GravityModel::constant) ||
         (key == "earth_radius_m" && geodesy_model(e.geodesy) != GeodesyModel::sphere);
}
bool says_nothing(const Scenario&, const Integrator& integrator, std::string_view key) {
  const auto kind = integrator_kind(integrator.type);
  return key.find("_tolerance") != std::string_view::npos && (!kind || !is_controlled(*kind));
}
bool says_nothing(const Scenario&, const CommandTable& table, std::string_view key) {
  return key == "file" && table.file.empty();
}
bool says_nothing(const Scenario&, const PolynomialTrajectory& t, std::string_view key) {
  return key == "file" && t.file.empty();
}
bool says_nothing(const Scenario&, const SampledTrajectory& t, std::string_view key) {
  return key == "file" && t.file.empty();
}
bool says_nothing(const Scenario&, const TimeSeriesWind& wind, std::string_view key) {
  return key == "file" && wind.file.empty();
}
bool says_nothing(const Scenario&, const GridWind& wind, std::string_view key) {
  return key == "file" && wind.file.empty();
}
bool says_nothing(const Scenario& scenario, const MonteCarlo&, std::string_view key) {
  return key == "independent_points" && scenario.sweep.empty();
}
bool says_nothing(const Scenario&, const SweepAxis&, std::string_view key) {
  return key != "values";
}
bool says_nothing(const Scenario&, const std::derived_from<EmpiricalDistribution> auto& empirical,
                  std::string_view key) {
  return (key == "file" && empirical.file.empty()) || (key == "column" && empirical.column.empty());
}

}  // namespace

std::string write_scenario(const Scenario& scenario) {
  Writer writer(
      [&](const auto& owner, std::string_view key) { return says_nothing(scenario, owner, key); });
  writer.fields(scenario, "");
  return std::move(writer).text();
}

}  // namespace montecopter
