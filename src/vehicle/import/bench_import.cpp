#include "vehicle/import/bench_import.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/text.hpp"
#include "core/fields/type_schema.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/electric_supply.hpp"
#include "scenario/model/vehicle_alone.hpp"
#include "scenario/text/writer.hpp"
#include "vehicle/import/bench_laws.hpp"
#include "vehicle/import/known_body.hpp"
#include "vehicle/import/other_files.hpp"
#include "vehicle/import/propeller_fit.hpp"
#include "vehicle/import/propeller_table.hpp"
#include "vehicle/import/rotor_loads.hpp"
#include "vehicle/import/toml_lines.hpp"

namespace montecopter {
namespace {

using Q = BenchQuantity;

constexpr double poor_percent = 3;  // residuals above which another rotor law suits better

/// "rms 0.5 %, at most 1.2 %"
std::string quality(const BenchLaws& laws, std::string_view start) {
  for (const FittedCurve& fit : laws.fits) {
    if (!fit.name.starts_with(start)) continue;
    return fmt::format("residuals {:.2g} % rms, at most {:.2g} %", fit.rms_percent,
                       fit.most_percent);
  }
  return "not measured";
}

BladeElementRotor sheet_of(const std::string& propeller) {
  if (const auto sheet = propeller_of(propeller)) return *sheet;
  throw Error(ExitCode::usage,
              Problem{"--propeller", fmt::format("'{}' is not a propeller", propeller),
                      "it is diameter by pitch in inches, then the blades if there are not two",
                      "Write it like --propeller 14x4.8 or --propeller 5x4.3x3"});
}

/// The propeller of the request, matched to the fitted loads.
std::optional<BladeElementRotor> matched_propeller(const ImportRequest& request,
                                                   const BenchLaws& laws) {
  if (!request.propeller) return std::nullopt;
  const BladeElementRotor sheet = sheet_of(*request.propeller);
  if (!laws.is_over_speed) {
    throw Error(ExitCode::usage, Problem{request.file, "the table has no speed",
                                         "a propeller's thrust is compared at the same rotor speed",
                                         "Add a column 'RPM', or leave out --propeller"});
  }
  StaticLoads measured;
  measured.thrust_n_s2 = laws.thrust[0], measured.speed_rad_s = 0.7 * laws.most;
  if (!laws.torque.empty()) measured.torque_n_m_s2 = laws.torque[0];
  if (laws.density_kg_m3) measured.density_kg_m3 = *laws.density_kg_m3;
  return matched(sheet, measured);
}

RotorLaw law_of(const BenchLaws& laws, double torque_ratio_m) {
  if (laws.propeller) return *laws.propeller;
  const auto torque = [&](std::size_t k) {
    return laws.torque.empty() ? torque_ratio_m * laws.thrust[k] : laws.torque[k];
  };
  if (laws.is_over_speed) {
    QuadraticRotor law;
    law.thrust_n_s2 = laws.thrust[0], law.torque_n_m_s2 = torque(0);
    law.measured_density_kg_m3 = laws.density_kg_m3;
    return law;
  }
  PolynomialRotor law;
  law.thrust_1_n = laws.thrust[0], law.thrust_2_n = laws.thrust[1];
  law.torque_1_n_m = torque(0), law.torque_2_n_m = torque(1);
  law.measured_density_kg_m3 = laws.density_kg_m3;
  return law;
}

/// The same motor with commands from 0 to `most`.
template <class M>
void rescale(M& motor, double most) {
  if constexpr (requires { motor.slew_up_1_s; }) {
    const double factor = motor.max > 0 ? most / motor.max : 1;
    motor.slew_up_1_s *= factor, motor.slew_down_1_s *= factor;
  }
  motor.min = 0, motor.max = most;
  motor.state_min.reset(), motor.state_max.reset();
}

Motor motor_of(const Motor& there, const ImportRequest& request, double most) {
  Motor motor = there;
  if (request.motor_lag_s && *request.motor_lag_s > 0) {
    motor.emplace<FirstOrderMotor>().time_constant_s = *request.motor_lag_s;
  } else if (request.motor_lag_s) {
    motor.emplace<DirectMotor>();
  }
  std::visit([&](auto& m) { rescale(m, most); }, motor);
  return motor;
}

/// Drops an inertia that needs the rotor speed, which a rotor law over commands does not have.
/// Returns whether there was one.
bool drop_inertia(Rotor& rotor) {
  const bool has_speed = std::visit([](const auto& law) { return law.takes_speed(); }, *rotor.law);
  return std::visit(
      [&](auto& motor) {
        if constexpr (std::is_base_of_v<SpinningMotor, std::decay_t<decltype(motor)>>) {
          return !has_speed && std::exchange(motor.rotor_inertia_kg_m2, 0) != 0;
        }
        return false;
      },
      *rotor.motor);
}

/// The numbers of the table in electric motors. A current that is unknown stays.
void take_motor(const BenchMotor& found, Multirotor& vehicle) {
  for (Rotor& rotor : vehicle.rotors) {
    auto& motor = std::get<ElectricMotor>(*rotor.motor);
    motor.kv_rad_s_v = found.kv_rad_s_v.value;
    motor.resistance_ohm = found.resistance_ohm.value;
    if (found.no_load_current_a) motor.no_load_current_a = found.no_load_current_a->value;
  }
}

Multirotor with_bench(const ImportRequest& request, const BenchLaws& laws,
                      std::vector<std::string>& assumed) {
  Multirotor vehicle = *request.vehicle;
  if (request.mass_kg) vehicle.mass_kg = *request.mass_kg;
  if (request.inertia_kg_m2) {
    vehicle.inertia_kg_m2 = Inertia{};
    vehicle.inertia_kg_m2.xx = (*request.inertia_kg_m2)[0];
    vehicle.inertia_kg_m2.yy = (*request.inertia_kg_m2)[1];
    vehicle.inertia_kg_m2.zz = (*request.inertia_kg_m2)[2];
  }
  bool lost_inertia = false;
  for (Rotor& rotor : vehicle.rotors) {
    const FullLoad load = full_load(rotor);
    rotor.law = law_of(laws, load.thrust_n > 0 ? load.torque_n_m / load.thrust_n : 0);
    rotor.motor = motor_of(*rotor.motor, request, laws.most);
    lost_inertia = drop_inertia(rotor) || lost_inertia;
  }
  if (lost_inertia) {
    assumed.push_back("the rotors have no rotor_inertia_kg_m2, unlike those of " +
                      source_of_vehicle(request) +
                      ": a rotor law over the command does not know the rotor speed");
  }
  if (has_electric_motors(vehicle)) {
    if (laws.motor) take_motor(*laws.motor, vehicle);
    return vehicle;
  }
  if (vehicle.battery && laws.efficiency && !vehicle.battery->thrust_per_power_n_w)
    vehicle.battery->efficiency = *laws.efficiency;
  if (vehicle.battery && laws.full_command_voltage_v) {
    vehicle.battery->full_command_voltage_v = *laws.full_command_voltage_v;
  }
  return vehicle;
}

/// The tables [vehicle] and below.
std::string vehicle_tables(const Multirotor& vehicle) {
  VehicleAlone alone;
  alone.vehicle = vehicle;
  Writer writer([](std::string_view path, std::string_view key) {
    return path.empty() && key == "environment";
  });
  writer.fields(schema_of<VehicleAlone>(), &alone, "");
  return std::move(writer).text();
}

/// Tables of a vehicle file, without the key above them.
std::string without_key(std::string text) {
  constexpr std::string_view header = "[vehicle]\n", start = "[vehicle.";
  if (const auto at = text.find(header); at != std::string::npos) text.erase(at, header.size());
  for (auto at = text.find(start); at != std::string::npos; at = text.find(start, at)) {
    text.replace(at, start.size(), "[");
  }
  text.erase(0, text.find_first_not_of('\n'));
  return text;
}

/// A scenario in which the vehicle's rotors stand still.
std::string still_scenario(const std::string& vehicle, std::size_t rotors) {
  std::string row = "0";
  for (std::size_t k = 0; k < rotors; ++k) row += ", 0";
  return fmt::format(
      "schema = 1\nname = \"imported\"\ncontroller = {{type = \"command_table\", rows = [[{}]]}}\n"
      "integrator = {{type = \"rk4\", rate_hz = 100000}}\nsimulation = {{duration_s = 0.01}}\n\n{}",
      row, vehicle);
}

void write_head(const ImportRequest& request, const BenchLaws& laws, const BenchTable& table,
                TomlLines& lines) {
  const Q x = laws.is_over_speed ? Q::speed : Q::command;
  lines.say("Rotors from the bench table " + request.file + ".");
  lines.say(fmt::format("Thrust: column '{}' over '{}', {}.", table.label(Q::thrust),
                        table.label(x), quality(laws, "thrust")));
  if (!laws.torque.empty()) {
    lines.say(
        fmt::format("Torque: column '{}', {}.", table.label(Q::torque), quality(laws, "torque")));
  }
  lines.say(laws.is_over_speed ? "Motor: greatest measured speed."
                               : "Motor: greatest measured command.");
  if (laws.efficiency) {
    lines.say(fmt::format("Efficiency of motor and motor controller: {:.4g}, {}.", *laws.efficiency,
                          quality(laws, "shaft")));
  }
}

/// "920 +- 4" with two digits of the standard error.
std::string with_error(double value, double standard_error) {
  return fmt::format("{:.4g} +- {:.2g}", value, standard_error);
}

/// The electric motor of the table, in words.
std::string motor_text(const BenchMotor& motor) {
  constexpr double rpm = 30 / std::numbers::pi;
  const auto& [kv, ohm] = std::tie(motor.kv_rad_s_v, motor.resistance_ohm);
  return fmt::format(
      "electric motor: kv_rpm_v = {}, resistance_ohm = {}{} (standard errors of {} rows)",
      with_error(rpm * kv.value, rpm * kv.standard_error),
      with_error(ohm.value, ohm.standard_error),
      motor.no_load_current_a
          ? ", no_load_current_a = " +
                with_error(motor.no_load_current_a->value, motor.no_load_current_a->standard_error)
          : "",
      motor.rows);
}

void tell_motor(const BenchMotor& motor, std::vector<std::string>& assumed) {
  assumed.push_back(motor_text(motor) +
                    ". Motors of type electric need rotor_inertia_kg_m2 besides");
  assumed.push_back(motor.has_duty ? "the command is taken as the duty of the electric motor"
                                   : "the duty of the electric motor is taken as 1 in all rows: "
                                     "the table has no command");
  if (const auto& other = motor.kv_by_torque_rad_s_v) {
    constexpr double rpm = 30 / std::numbers::pi;
    assumed.push_back(fmt::format(
        "Kv by torque and current alone is {} rpm/V: if the two differ, the duty is not "
        "the command, or the resistance is not constant",
        with_error(rpm * other->value, rpm * other->standard_error)));
  }
  if (!motor.no_load_current_a)
    assumed.push_back(
        "the no-load current of the electric motor is unknown: take the data sheet's");
}

std::string propeller_text(const BladeElementRotor& law) {
  return fmt::format(
      "{{type = \"blade_element\", diameter_m = {}, pitch_m = {}, blades = {}, pitch_offset_deg = "
      "{}, "
      "thrust_scale = {}, torque_scale = {}, reference_speed_rad_s = {}}}",
      format_double(law.diameter_m), format_double(*law.pitch_m), law.blades,
      format_double(law.pitch_offset_deg), format_double(law.thrust_scale),
      format_double(law.torque_scale), format_double(*law.reference_speed_rad_s));
}

std::string law_text(const BenchLaws& laws) {
  if (laws.propeller) return propeller_text(*laws.propeller);
  const auto number = [](double value) { return format_double(value); };
  const std::string density =
      laws.density_kg_m3 ? ", measured_density_kg_m3 = " + number(*laws.density_kg_m3) : "";
  const auto& T = laws.thrust;
  std::string text = laws.is_over_speed
                         ? fmt::format("type = \"quadratic\", thrust_n_s2 = {}", number(T[0]))
                         : fmt::format("type = \"polynomial\", thrust_1_n = {}, thrust_2_n = {}",
                                       number(T[0]), number(T[1]));
  text += density;
  if (laws.torque.empty()) return "{" + text + "}";
  const auto& M = laws.torque;
  return "{" + text +
         (laws.is_over_speed
              ? fmt::format(", torque_n_m_s2 = {}", number(M[0]))
              : fmt::format(", torque_1_n_m = {}, torque_2_n_m = {}", number(M[0]), number(M[1]))) +
         "}";
}

/// Whether one of the fits with this name leaves large residuals.
bool fits_poorly(const BenchLaws& laws, std::string_view start) {
  for (const FittedCurve& fit : laws.fits) {
    if (fit.name.starts_with(start)) return fit.rms_percent > poor_percent;
  }
  return false;
}

/// The tables to put into a vehicle file.
void write_tables(const ImportRequest& request, const BenchLaws& laws, TomlLines& lines) {
  lines.table("rotor");
  lines.key("law", law_text(laws),
            laws.torque.empty() && !laws.propeller ? "add the torque, which the table lacks" : "");
  const double lag_s = request.motor_lag_s.value_or(0);
  lines.key("motor",
            fmt::format("{{type = {}, min = 0.0, max = {}}}",
                        lag_s > 0 ? "\"first_order\", time_constant_s = " + format_double(lag_s)
                                  : "\"direct\"",
                        format_double(laws.most)),
            request.motor_lag_s ? "--motor-lag" : "unknown lag: give --motor-lag");
  if (!laws.efficiency && !laws.full_command_voltage_v) return;
  lines.table("battery");
  lines.say("Add resistance, capacity and voltages of the vehicle's battery.");
  if (laws.efficiency) lines.number("efficiency", *laws.efficiency);
  if (laws.full_command_voltage_v) {
    lines.number("full_command_voltage_v", *laws.full_command_voltage_v,
                 "under load at the greatest thrust");
  }
}

template <class Assume>
void tell_propeller(const BenchLaws& laws, const Assume& assume) {
  const BladeElementRotor& law = *laws.propeller;
  assume(
      fmt::format("the propeller has {} blades of a usual planform. To match the static thrust, "
                  "they are turned "
                  "by {:.2f} deg, and thrust is multiplied by {:.3g}, torque by {:.3g}",
                  law.blades, law.pitch_offset_deg, law.thrust_scale, law.torque_scale));
  if (laws.torque.empty()) assume("the table has no torque: it is that of the blades alone");
  if (!laws.density_kg_m3) {
    assume("the air of the test had 1.225 kg/m3 (give --air-density)");
  }
  if (law.thrust_scale < 0.6 || law.thrust_scale > 1.6 || law.torque_scale < 0.6 ||
      law.torque_scale > 1.6) {
    assume("these factors are far from 1: check the name of the propeller and the table's units");
  }
}

void tell(const ImportRequest& request, const BenchLaws& laws, const BenchTable& table,
          ImportResult& made) {
  const auto assume = [&](std::string words) { made.assumed.push_back(std::move(words)); };
  if (table.command_is_pulse) assume("pulses of 1000 to 2000 us are taken as commands from 0 to 1");
  if (table.has_low_pulse) assume("pulses below 1000 us are taken as command 0");
  if (laws.propeller) {
    tell_propeller(laws, assume);
  } else if (laws.torque.empty()) {
    assume(request.vehicle
               ? "the table has no torque: the rotors keep the torque per thrust of " +
                     source_of_vehicle(request)
               : "the table has no torque, and a rotor law needs one: add it, or give --vehicle");
  }
  if (!request.motor_lag_s && !request.vehicle) {
    assume("the rotors follow their commands without lag (give --motor-lag SECONDS)");
  }
  if (laws.motor) tell_motor(*laws.motor, made.assumed);
  if (laws.is_over_speed && !laws.propeller) {
    assume(laws.density_kg_m3
               ? "thrust and torque do not depend on the airspeed: give --propeller DIAMETERxPITCH"
               : "thrust and torque apply to the air density of the test and to hover: the law "
                 "depends on the speed alone. Give --propeller DIAMETERxPITCH, such as 14x4.8, and "
                 "--air-density");
  } else if (laws.most < 0.95) {
    assume(fmt::format(
        "the greatest measured command is {:.4g}, which becomes the limit of the motors",
        laws.most));
  }
  const double rms_percent = laws.fits.front().rms_percent;
  if (rms_percent > poor_percent && laws.cubic_rms_percent < 0.5 * rms_percent &&
      !laws.cubic.empty()) {
    assume(
        fmt::format("with a cubic, which controllers cannot allocate, the residuals would be "
                    "{:.2g} % rms: thrust_1_n = {}, thrust_2_n = {}, thrust_3_n = {}",
                    laws.cubic_rms_percent, format_double(laws.cubic[0]),
                    format_double(laws.cubic[1]), format_double(laws.cubic[2])));
  } else if (rms_percent > poor_percent) {
    assume(
        "the thrust law fits poorly: look at --plot, try --robust, or leave out bad "
        "rows");
  }
  if (!laws.torque.empty() && fits_poorly(laws, "torque")) {
    assume(
        "the torque law fits poorly: look at --plot, try --robust, or leave out bad "
        "rows");
  }
}

void tell_numbers(const BenchLaws& laws, Json& numbers) {
  const auto list = [](const std::vector<double>& values) {
    Json all = Json::array();
    for (const double value : values) all.add(Json::number(value));
    return all;
  };
  const auto optional = [&](const char* name, const std::optional<double>& value) {
    if (value) numbers.set(name, Json::number(*value));
  };
  numbers.set("law", Json::text(laws.propeller       ? "blade_element"
                                : laws.is_over_speed ? "quadratic"
                                                     : "polynomial"));
  numbers.set("thrust", list(laws.thrust));
  numbers.set("torque", list(laws.torque));
  numbers.set("most", Json::number(laws.most));
  if (!laws.cubic.empty()) numbers.set("cubic_thrust", list(laws.cubic));
  optional("thr_mdl_fac", laws.thrust_curve);
  optional("efficiency", laws.efficiency);
  optional("full_command_voltage_v", laws.full_command_voltage_v);
  optional("open_circuit_v", laws.open_circuit_v);
  optional("resistance_ohm", laws.resistance_ohm);
  const auto estimated = [&](const std::string& key, const Estimated& number) {
    numbers.set(key, Json::number(number.value));
    numbers.set(key + "_standard_error", Json::number(number.standard_error));
  };
  if (!laws.motor) return;
  estimated("motor_kv_rad_s_v", laws.motor->kv_rad_s_v);
  estimated("motor_resistance_ohm", laws.motor->resistance_ohm);
  if (laws.motor->no_load_current_a)
    estimated("motor_no_load_current_a", *laws.motor->no_load_current_a);
  if (laws.motor->kv_by_torque_rad_s_v)
    estimated("motor_kv_by_torque_rad_s_v", *laws.motor->kv_by_torque_rad_s_v);
}

/// The vehicle with this law, or the law to put into one.
ImportResult of_propeller_table(const ImportRequest& request, const PropellerTable& table) {
  if (!request.propeller) {
    throw Error(ExitCode::usage, Problem{request.file, "the table has CT and CP, but no diameter",
                                         "thrust goes with the fourth power of the diameter",
                                         "Give the propeller, e.g. --propeller 10x4.7"});
  }
  ImportResult made;
  const BladeElementRotor law =
      fit_propeller_table(sheet_of(*request.propeller), table,
                          request.air_density_kg_m3.value_or(1.225), request.file, made.fits);
  made.numbers.set("law", Json::text("blade_element"));
  TomlLines lines;
  lines.say(
      fmt::format("Propeller {} by its coefficients in {}.", *request.propeller, request.file));
  if (request.vehicle) {
    Multirotor vehicle = *request.vehicle;
    for (Rotor& rotor : vehicle.rotors) rotor.law = law;
    const std::string tables = vehicle_tables(vehicle);
    require_loads(still_scenario(tables, vehicle.rotors.size()), request.file);
    lines.say("Everything else comes from the " + source_of_vehicle(request) + ".");
    lines.blank();
    made.vehicle = lines.text() + without_key(tables);
  } else {
    lines.table("rotor");
    lines.key("law", propeller_text(law), "add the motor, with its limits in rad/s");
    made.vehicle = lines.text();
  }
  return made;
}

}  // namespace

ImportResult BenchImport::read(const ImportRequest& request) {
  refuse_other_files(request, name, "tables of thrust stands");
  if (const auto propeller = parse_propeller_table(request.text, request.file)) {
    return of_propeller_table(request, *propeller);
  }
  BenchTable table = parse_bench_table(request.text, request.file);
  ImportResult made;
  BenchLaws laws = fit_bench_laws(table, request.is_robust, request.file, made.assumed);
  laws.density_kg_m3 = request.air_density_kg_m3;
  laws.propeller = matched_propeller(request, laws);
  tell(request, laws, table, made);
  TomlLines lines;
  write_head(request, laws, table, lines);
  if (request.vehicle) {
    const std::string tables = vehicle_tables(with_bench(request, laws, made.assumed));
    require_loads(still_scenario(tables, request.vehicle->rotors.size()), request.file);
    lines.say("Everything else comes from the " + source_of_vehicle(request) + ".");
    lines.blank();
    made.vehicle = lines.text() + without_key(tables);
  } else {
    write_tables(request, laws, lines);
    made.vehicle = lines.text();
  }
  tell_numbers(laws, made.numbers);
  made.left_out = std::move(table.left_out);
  made.fits = std::move(laws.fits);
  return made;
}

}  // namespace montecopter
