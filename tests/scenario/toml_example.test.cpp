/// Every example of a type is put into a complete scenario, which has to load.

#include "scenario/toml_example.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "scenario/example.hpp"
#include "scenario/example_values.hpp"
#include "scenario/report.hpp"

namespace montecopter {
namespace {

/// A piece of a scenario, and the table that it is.
struct Piece {
  std::string table, text;
};

const std::string rotors = R"(rotors = [
  {position_m = [0.1, 0.1, 0.0], spin = 1},
  {position_m = [-0.1, -0.1, 0.0], spin = 1},
  {position_m = [0.1, -0.1, 0.0], spin = -1},
  {position_m = [-0.1, 0.1, 0.0], spin = -1},
]
)";

/// A multirotor that has all that examples may ask for.
std::vector<Piece> multirotor() {
  return {
      {"vehicle",
       "[vehicle]\ntype = \"multirotor\"\nmass_kg = 1.0\n"
       "inertia_kg_m2 = {xx = 0.01, yy = 0.01, zz = 0.015}\n" +
           rotors},
      {"vehicle.contact_points", "[[vehicle.contact_points]]\nposition_m = [0.0, 0.0, 0.1]\n"},
      {"vehicle.rotor", "[vehicle.rotor]\naxis = [0, 0, -1]\n"},
      {"vehicle.rotor.law",
       "[vehicle.rotor.law]\ntype = \"signed_quadratic\"\n"
       "thrust_n_s2 = 2e-6\ntorque_n_m_s2 = 3e-8\n"},
      {"vehicle.rotor.motor",
       "[vehicle.rotor.motor]\ntype = \"first_order\"\ntime_constant_s = 0.02\nmax = 2000\n"},
  };
}

const Piece battery = {
    "vehicle.battery",
    "[vehicle.battery]\nfull_voltage_v = 12.6\nempty_voltage_v = 10.5\nresistance_ohm = 0.02\n"
    "capacity_a_h = 3\nfull_command_voltage_v = 10\nefficiency = 0.7\n"};

const Piece commands = {"controller",
                        "[controller]\ntype = \"command_table\"\n"
                        "rows = [[0, 1100, 1100, 1100, 1100]]\n"};

/// A loop that follows a trajectory, on an estimate where there is one.
std::vector<Piece> loop() {
  return {
      {"controller",
       "[controller]\ntype = \"lee\"\nrate_hz = 500\nposition_gain_1_s2 = 4\n"
       "velocity_gain_1_s = 3\nattitude_gain_n_m = 0.8\nrate_gain_n_m_s = 0.16\n"},
      {"trajectory", "[trajectory]\ntype = \"circle\"\nradius_m = 2\nrate_rad_s = 0.5\n"},
      {"sensors.imu.accelerometer",
       "[sensors.imu.accelerometer]\nrate_hz = 500\n"
       "white_noise_m_s2 = 0.05\nturn_on_bias_m_s2 = 0.05\n"},
      {"sensors.imu.gyroscope",
       "[sensors.imu.gyroscope]\nrate_hz = 500\n"
       "white_noise_rad_s = 0.002\nturn_on_bias_rad_s = 0.005\n"},
      {"sensors.compass", "[sensors.compass.magnetometer]\nrate_hz = 50\nwhite_noise_nt = 400\n"},
      {"sensors.baro", "[sensors.baro.barometer]\nrate_hz = 20\nwhite_noise_m = 0.14\n"},
      {"sensors.gps",
       "[sensors.gps.gnss]\nrate_hz = 10\nposition = {white_noise_m = 0.4}\n"
       "velocity = {white_noise_m_s = 0.1}\n"},
      {"environment.atmosphere", "[environment.atmosphere]\ntype = \"isa\"\n"},
      {"environment.magnetic_field",
       "[environment.magnetic_field]\nfield_t = [2e-5, 0.0, 4.4e-5]\n"},
  };
}

const Piece rest = {"integrator", "[integrator]\ntype = \"rk4\"\nrate_hz = 1000\n"};
const Piece flight = {"simulation",
                      "[simulation]\nduration_s = 4\n[simulation.initial]\n"
                      "position_m = [0, 0, -3]\n"};

/// The table that an example begins with: "vehicle.rotor.law" of "[vehicle.rotor.law]".
std::string table_of(const std::string& example) {
  const std::size_t start = example.find_first_not_of('[');
  return example.substr(start, example.find(']') - start);
}

bool is_within(const std::string& table, const std::string& outer) {
  return table == outer || table.rfind(outer + ".", 0) == 0;
}

/// The pieces that suit an example, without that which it is.
std::vector<Piece> surroundings(const Section& section, const std::string& table) {
  std::vector<Piece> pieces = {rest, flight};
  const auto add = [&](const std::vector<Piece>& more) {
    pieces.insert(pieces.end(), more.begin(), more.end());
  };
  if (section.type == "helicopter") {
    add({{"controller",
          "[controller]\ntype = \"command_table\"\nrows = [[0, 1030, 0, 0, -205, 730]]\n"}});
    return pieces;
  }
  if (table != "vehicle") add(multirotor());
  if (section.type == "battery_sag") add({battery});
  const bool is_open =
      is_within(table, "vehicle") || section.type == "command_table" || section.type == "rate";
  add(is_open ? std::vector<Piece>{commands} : loop());
  if (section.kind == "heading" && section.type == "rows") {
    pieces.push_back({"trajectory",
                      "[trajectory]\ntype = \"sampled\"\n"
                      "rows = [[0, 0, 0, -3, 0], [1, 1, 0, -3, 10], [2, 2, 0, -3, 20]]\n"});
    std::erase_if(pieces,
                  [](const Piece& p) { return p.text.find("circle") != std::string::npos; });
  }
  std::erase_if(pieces, [&](const Piece& piece) { return is_within(piece.table, table); });
  return pieces;
}

/// Bare keys before tables; a table before those in it; of the example, too.
std::string scenario_with(const Section& section, const std::string& example) {
  const std::string table = table_of(example);
  std::vector<Piece> pieces = surroundings(section, table);
  pieces.push_back({table, example});
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.table < b.table; });
  std::string text = "schema = 1\nname = \"example\"\n[monte_carlo]\nsamples = 4\n";
  for (const Piece& piece : pieces) text += piece.text;
  return text;
}

std::vector<Section> every_type() {
  std::vector<Section> all;
  for (const std::string& name : section_names()) {
    for (Section& section : find_sections(name)) {
      if (section_name(section) == name) all.push_back(std::move(section));
    }
  }
  return all;
}

TEST_CASE("every type has an example, and every example loads") {
  std::size_t types = 0;
  for (const Section& section : every_type()) {
    const std::string example = toml_example(section);
    INFO(section_name(section) << "\n" << example);
    if (section.type.empty() && types_by_choice(section).empty()) {
      CHECK(example.empty());
      continue;
    }
    REQUIRE_FALSE(example.empty());
    const std::string text = scenario_with(section, example);
    INFO(text);
    CHECK(complaint(text) == "");
    ++types;
  }
  CHECK(types > 80);
}

TEST_CASE("every value of examples is used, and lines fit into a terminal") {
  std::string all;
  for (const Section& section : every_type()) all += toml_example(section);
  for (const ExampleValue& value : example_values) {
    INFO(value.owner << " " << value.key);
    CHECK(all.find(std::string(value.key) + " = " + std::string(value.value)) != std::string::npos);
  }
  std::size_t start = 0;
  for (std::size_t end; (end = all.find('\n', start)) != std::string::npos; start = end + 1) {
    CHECK(end - start <= 80);
  }
}

}  // namespace
}  // namespace montecopter
