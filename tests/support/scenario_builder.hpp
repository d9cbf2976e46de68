#pragma once
/// Puts scenarios together, a table at a time.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.hpp"
#include "scenario/load.hpp"

namespace montecopter {

class ScenarioBuilder {
 public:
  /// A file below scenarios/, of which keys can be set.
  static ScenarioBuilder shipped(const std::string& file) {
    ScenarioBuilder scenario;
    scenario.file_ = std::string(MONTECOPTER_SCENARIOS) + "/" + file;
    return scenario;
  }
  /// Four samples of four seconds without a vehicle and without a controller.
  static ScenarioBuilder empty() {
    return ScenarioBuilder()
        .put("[monte_carlo]\nsamples = 4\n")
        .put("[integrator]\ntype = \"rk4\"\nrate_hz = 1000\n")
        .put("[simulation]\nduration_s = 4\n[simulation.initial]\nposition_m = [0, 0, -3]\n");
  }
  /// A quadrotor of 1 kg on a table of commands.
  static ScenarioBuilder quadrotor() {
    return empty().put_quadrotor().put(
        "[controller]\ntype = \"command_table\"\nrows = [[0, 1100, 1100, 1100, 1100]]\n");
  }
  /// The same in a closed loop, with all sensors that an estimator needs.
  static ScenarioBuilder loop() { return empty().put_quadrotor().put_loop(); }

  /// A body whose rotor gives neither thrust nor torque, at rest and without weight. Keys of its
  /// table, TOML.
  static ScenarioBuilder body(const std::string& keys, const std::string& motor,
                              const std::string& command) {
    return empty()
        .put("[environment]\ngravity_m_s2 = 0\n")
        .put("[vehicle]\ntype = \"multirotor\"\n" + keys +
             "\n[[vehicle.rotors]]\nposition_m = [0, 0, 0]\naxis = [0, 0, -1]\nspin = 1\n"
             "law = {type = \"quadratic\", thrust_n_s2 = 0, torque_n_m_s2 = 0}\nmotor = " +
             motor + "\n")
        .put("[controller]\ntype = \"command_table\"\nrows = [[0, " + command + "]]\n");
  }

  ScenarioBuilder& put_quadrotor() {
    return put("[vehicle]\ntype = \"multirotor\"\nmass_kg = 1.0\n"
               "inertia_kg_m2 = {xx = 0.01, yy = 0.01, zz = 0.015}\n"
               "rotors = [\n"
               "  {position_m = [0.1, 0.1, 0.0], spin = 1},\n"
               "  {position_m = [-0.1, -0.1, 0.0], spin = 1},\n"
               "  {position_m = [0.1, -0.1, 0.0], spin = -1},\n"
               "  {position_m = [-0.1, 0.1, 0.0], spin = -1},\n"
               "]\n")
        .put("[[vehicle.contact_points]]\nposition_m = [0.0, 0.0, 0.1]\n")
        .put("[vehicle.rotor]\naxis = [0, 0, -1]\n")
        .put(
            "[vehicle.rotor.law]\ntype = \"signed_quadratic\"\n"
            "thrust_n_s2 = 2e-6\ntorque_n_m_s2 = 3e-8\n")
        .put("[vehicle.rotor.motor]\ntype = \"first_order\"\ntime_constant_s = 0.02\nmax = 2000\n");
  }
  ScenarioBuilder& put_loop() {
    return put("[controller]\ntype = \"lee\"\nrate_hz = 500\nposition_gain_1_s2 = 4\n"
               "velocity_gain_1_s = 3\nattitude_gain_n_m = 0.8\nrate_gain_n_m_s = 0.16\n")
        .put("[trajectory]\ntype = \"circle\"\nradius_m = 2\nrate_rad_s = 0.5\n")
        .put(
            "[sensors.imu.accelerometer]\nrate_hz = 500\n"
            "white_noise_m_s2 = 0.05\nturn_on_bias_m_s2 = 0.05\n")
        .put(
            "[sensors.imu.gyroscope]\nrate_hz = 500\n"
            "white_noise_rad_s = 0.002\nturn_on_bias_rad_s = 0.005\n")
        .put("[sensors.compass.magnetometer]\nrate_hz = 50\nwhite_noise_nt = 400\n")
        .put("[sensors.baro.barometer]\nrate_hz = 20\nwhite_noise_m = 0.14\n")
        .put(
            "[sensors.gps.gnss]\nrate_hz = 10\nposition = {white_noise_m = 0.4}\n"
            "velocity = {white_noise_m_s = 0.1}\n")
        .put("[environment.atmosphere]\ntype = \"isa\"\n")
        .put("[environment.magnetic_field]\nfield_t = [2e-5, 0.0, 4.4e-5]\n");
  }
  ScenarioBuilder& put_battery() {
    return put(
        "[vehicle.battery]\nfull_voltage_v = 12.6\nempty_voltage_v = 10.5\n"
        "resistance_ohm = 0.02\ncapacity_a_h = 3\nfull_command_voltage_v = 10\n"
        "efficiency = 0.7\n");
  }

  /// "vehicle.rotor.law" of "[vehicle.rotor.law]".
  static std::string table_of(const std::string& text) {
    const std::size_t start = text.find_first_not_of('[');
    return text.substr(start, text.find(']') - start);
  }

  /// Tables of TOML, in the place of the first of them and of what was in it.
  ScenarioBuilder& put(const std::string& text) {
    drop(table_of(text));
    tables_.push_back({table_of(text), text});
    return *this;
  }
  /// Further tables, behind all others, beside what there is of their names.
  ScenarioBuilder& add(const std::string& text) {
    further_ += text + "\n";
    return *this;
  }
  /// Takes a table away, and what was in it.
  ScenarioBuilder& drop(const std::string& table) {
    std::erase_if(tables_, [&](const auto& known) { return is_within(known.first, table); });
    return *this;
  }
  /// A key by its dotted path, as by --set.
  ScenarioBuilder& set(const std::string& key, const std::string& value) {
    overrides_.push_back(key + "=" + value);
    return *this;
  }
  /// A uniform spread of a number, so that samples differ.
  ScenarioBuilder& spread(const std::string& path, double low, double high) {
    return set("disperse.\"" + path + "\"", "{dist=\"uniform\", low=" + std::to_string(low) +
                                                ", high=" + std::to_string(high) + "}");
  }

  /// Without the keys that are set. A table stands before those in it.
  std::string text() const {
    auto tables = tables_;
    std::stable_sort(tables.begin(), tables.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text = "schema = 1\nname = \"built\"\n";
    for (const auto& table : tables) text += table.second;
    return text + further_;
  }
  LoadedScenario load() const {
    if (!file_.empty()) return load_scenario(file_, overrides_);
    return load_scenario_text(text(), "built.toml", MONTECOPTER_SCENARIOS, overrides_);
  }
  Plan plan() const { return make_plan(load()); }

 private:
  static bool is_within(const std::string& table, const std::string& outer) {
    return table == outer || table.starts_with(outer + ".");
  }

  std::string file_;  ///< of a shipped one
  std::vector<std::pair<std::string, std::string>> tables_;
  std::string further_;  ///< tables
  std::vector<std::string> overrides_;
};

}  // namespace montecopter
