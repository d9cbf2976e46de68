#include "results/export/px4_topics.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "results/export/topic_times.hpp"

namespace montecopter {
namespace {

/// A field of a PX4 topic (msg/*.msg of PX4) and its signal. A signal that begins with a dot is the
/// reading of any sensor of that kind; each sensor makes an instance of the topic.
struct Px4Row {
  std::string_view topic, field, signal;
  std::string_view components;  ///< "x y z"; empty: all components
  UlogType type = UlogType::f32;
  FieldRule rule = FieldRule::scaled;
  double factor = 1;
  std::string_view nested = {};
};

constexpr double gauss_per_tesla = 1e4;
constexpr auto f32 = UlogType::f32;
constexpr auto f64 = UlogType::f64;
constexpr auto i32 = UlogType::i32;
constexpr auto scaled = FieldRule::scaled;

/// Fields by topic. PX4 logs the estimate as vehicle_attitude; here vehicle_attitude is the true
/// attitude, and the estimate has the PX4 names for the output of a single estimator.
constexpr auto px4_rows = std::to_array<Px4Row>({
    {"vehicle_attitude", "q", "attitude", "w x y z"},
    {"vehicle_angular_velocity", "xyz", "body_rate", "x y z"},
    {"vehicle_acceleration", "xyz", "specific_force", "x y z"},
    {"vehicle_local_position", "x", "position", "x"},
    {"vehicle_local_position", "y", "position", "y"},
    {"vehicle_local_position", "z", "position", "z"},
    {"vehicle_local_position", "vx", "velocity", "x"},
    {"vehicle_local_position", "vy", "velocity", "y"},
    {"vehicle_local_position", "vz", "velocity", "z"},
    {"vehicle_local_position_setpoint", "x", "position_reference", "x"},
    {"vehicle_local_position_setpoint", "y", "position_reference", "y"},
    {"vehicle_local_position_setpoint", "z", "position_reference", "z"},
    {"vehicle_local_position_setpoint", "vx", "velocity_reference", "x"},
    {"vehicle_local_position_setpoint", "vy", "velocity_reference", "y"},
    {"vehicle_local_position_setpoint", "vz", "velocity_reference", "z"},
    {"trajectory_setpoint", "position", "position_reference", "x y z"},
    {"trajectory_setpoint", "velocity", "velocity_reference", "x y z"},
    {"trajectory_setpoint", "acceleration", "acceleration_reference", "x y z"},
    {"trajectory_setpoint", "jerk", "jerk_reference", "x y z"},
    {"actuator_motors", "control", "command", "", f32, FieldRule::motor_share},
    {"esc_status", "esc", "rotor_speed", "", i32, FieldRule::rpm, 1, "esc_report:esc_rpm"},
    {"battery_status", "voltage_v", "battery_voltage", ""},
    {"battery_status", "current_a", "battery_current", ""},
    {"battery_status", "remaining", "state_of_charge", ""},
    {"wind", "windspeed_north", "wind", "x"},
    {"wind", "windspeed_east", "wind", "y"},
    {"estimator_attitude", "q", "attitude_estimate", "w x y z"},
    {"estimator_local_position", "x", "position_estimate", "x"},
    {"estimator_local_position", "y", "position_estimate", "y"},
    {"estimator_local_position", "z", "position_estimate", "z"},
    {"estimator_local_position", "vx", "velocity_estimate", "x"},
    {"estimator_local_position", "vy", "velocity_estimate", "y"},
    {"estimator_local_position", "vz", "velocity_estimate", "z"},
    {"estimator_sensor_bias", "gyro_bias", "gyroscope_bias_estimate", "x y z"},
    {"estimator_sensor_bias", "accel_bias", "accelerometer_bias_estimate", "x y z"},
    {"estimator_wind", "windspeed_north", "wind_estimate", "x"},
    {"estimator_wind", "windspeed_east", "wind_estimate", "y"},
    {"sensor_combined", "gyro_rad", ".gyroscope", "x y z"},
    {"sensor_combined", "accelerometer_timestamp_relative", ".gyroscope", "x", i32,
     FieldRule::zero},
    {"sensor_combined", "accelerometer_m_s2", ".accelerometer", "x y z"},
    {"sensor_gyro", "x", ".gyroscope", "x"},
    {"sensor_gyro", "y", ".gyroscope", "y"},
    {"sensor_gyro", "z", ".gyroscope", "z"},
    {"sensor_accel", "x", ".accelerometer", "x"},
    {"sensor_accel", "y", ".accelerometer", "y"},
    {"sensor_accel", "z", ".accelerometer", "z"},
    {"sensor_mag", "x", ".magnetometer", "x", f32, scaled, gauss_per_tesla},
    {"sensor_mag", "y", ".magnetometer", "y", f32, scaled, gauss_per_tesla},
    {"sensor_mag", "z", ".magnetometer", "z", f32, scaled, gauss_per_tesla},
    {"sensor_baro", "pressure", ".barometer.pressure", ""},
    {"sensor_gps", "latitude_deg", ".gnss.latitude", "", f64},
    {"sensor_gps", "longitude_deg", ".gnss.longitude", "", f64},
    {"sensor_gps", "altitude_msl_m", ".gnss.altitude", "", f64},
    {"sensor_gps", "vel_n_m_s", ".gnss.velocity", "x"},
    {"sensor_gps", "vel_e_m_s", ".gnss.velocity", "y"},
    {"sensor_gps", "vel_d_m_s", ".gnss.velocity", "z"},
    {"distance_sensor", "current_distance", ".range_finder", ""},
});

/// Topic whose message holds two readings: it is written only if both were read at the same times.
constexpr std::string_view needs_all_fields = "sensor_combined";

/// The owner of a signal: "imu" for "imu.gyroscope" if ".gyroscope" is wanted, "" for the exact
/// name, nullopt for other signals.
std::optional<std::string> owner_of(const std::string& name, std::string_view wanted) {
  if (name == wanted) return "";
  const bool fits =
      wanted.starts_with('.') && name.size() > wanted.size() && name.ends_with(wanted);
  if (!fits) return std::nullopt;
  return name.substr(0, name.size() - wanted.size());
}

/// Positions of the components in the signal; nullopt if a component was not chosen.
std::optional<std::vector<std::size_t>> positions(const SignalChoice& choice,
                                                  std::string_view components) {
  if (components.empty()) {
    if (choice.components.size() != choice.signal.components.size()) return std::nullopt;
    return choice.components;
  }
  std::vector<std::size_t> found;
  for (std::size_t from = 0; from < components.size();) {
    const std::size_t to = std::min(components.find(' ', from), components.size());
    const auto has_name = [&](std::size_t c) {
      return choice.signal.components[c] == components.substr(from, to - from);
    };
    const auto at = std::find_if(choice.components.begin(), choice.components.end(), has_name);
    if (at == choice.components.end()) return std::nullopt;
    found.push_back(*at);
    from = to + 1;
  }
  return found;
}

bool applies(const Px4Row& row, const SignalChoice& choice, const LoggedSample& logged) {
  if (row.rule == FieldRule::motor_share) {
    return logged.motors.size() == choice.signal.components.size();
  }
  return row.rule != FieldRule::rpm || choice.signal.dataset->text("units") == "rad s-1";
}

/// A name with only the characters that ULog allows in field names.
std::string field_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(),
      [](char c) {
        return !(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9'));
      },
      '_');
  return name;
}

class TopicList {
 public:
  explicit TopicList(const LoggedSample& logged) : logged_(logged), times_(logged.file) {}

  std::vector<UlogTopic> make() {
    for (std::size_t from = 0, to = 0; from < px4_rows.size(); from = to) {
      while (to < px4_rows.size() && px4_rows[to].topic == px4_rows[from].topic) ++to;
      add_px4(std::span(px4_rows).subspan(from, to - from));
    }
    for (const SignalChoice& choice : logged_.signals) add_own(choice);
    return std::move(topics_);
  }

 private:
  /// Adds an instance for each owner of signals in the rows, in the order of the file.
  void add_px4(std::span<const Px4Row> rows) {
    std::vector<std::string> owners;
    for (const SignalChoice& choice : logged_.signals) {
      for (const Px4Row& row : rows) {
        const auto owner = owner_of(choice.signal.name(), row.signal);
        if (owner && std::find(owners.begin(), owners.end(), *owner) == owners.end()) {
          owners.push_back(*owner);
        }
      }
    }
    std::uint8_t instance = 0;
    for (const std::string& owner : owners) {
      UlogTopic topic{std::string(rows.front().topic), instance, {}, {}};
      for (const Px4Row& row : rows) add_field(topic, row, owner);
      const bool whole = topic.fields.size() == rows.size();
      if (topic.fields.empty() || (topic.name == needs_all_fields && !whole)) continue;
      for (const UlogField& field : topic.fields) note_covered(topic, field);
      topics_.push_back(std::move(topic));
      ++instance;
    }
  }

  void add_field(UlogTopic& topic, const Px4Row& row, const std::string& owner) {
    for (const SignalChoice& choice : logged_.signals) {
      if (owner_of(choice.signal.name(), row.signal) != owner) continue;
      const auto components = positions(choice, row.components);
      if (!components || !applies(row, choice, logged_)) continue;
      const std::vector<double>& times = times_.of(choice);
      if (topic.source.signals.empty()) topic.source.times_s = times;
      if (topic.source.times_s != times) continue;
      UlogField field{std::string(row.field), row.type, row.rule, row.factor, {}, false, {}};
      field.is_array = row.components.find(' ') != row.components.npos || !row.nested.empty() ||
                       row.rule == FieldRule::motor_share;
      field.nested = row.nested;
      append_columns(topic.source, choice, *components, field);
      topic.fields.push_back(std::move(field));
    }
  }

  /// Adds the signal to the topic's rows unless it is present, and the columns of its components to
  /// the field.
  static void append_columns(TopicSource& source, const SignalChoice& choice,
                             const std::vector<std::size_t>& components, UlogField& field) {
    std::size_t first = 0;
    const auto is_it = [&](const SignalChoice& other) {
      return other.signal.dataset == choice.signal.dataset;
    };
    auto at = source.signals.begin();
    for (; at != source.signals.end() && !is_it(*at); ++at) {
      first += at->signal.width();
    }
    if (at == source.signals.end()) source.signals.push_back(choice);
    for (const std::size_t component : components) {
      field.columns.push_back(first + component);
      source.columns.push_back(first + component);
    }
  }

  /// Notes components that a PX4 field holds unchanged: they need no topic of our own.
  void note_covered(const UlogTopic& topic, const UlogField& field) {
    if (field.rule != FieldRule::scaled || field.factor != 1) return;
    for (std::size_t column : field.columns) {
      for (const SignalChoice& choice : topic.source.signals) {
        const auto width = choice.signal.width();
        if (column < width) {
          covered_[choice.signal.name()].insert(column);
          break;
        }
        column -= width;
      }
    }
  }

  void add_own(const SignalChoice& choice) {
    const record::TracedSignal& signal = choice.signal;
    if (covered_[signal.name()].size() == choice.components.size()) return;
    UlogTopic topic{unused_name("montecopter_" + field_name(signal.name())),
                    0,
                    {{choice}, times_.of(choice), choice.components},
                    {}};
    const UlogType type = signal.dataset->element == Element::f32 ? f32 : f64;
    const bool numbered =
        !signal.components.front().empty() &&
        signal.components.front().find_first_not_of("0123456789") == std::string::npos;
    if (numbered || signal.components.front().empty()) {
      topic.fields.push_back({"value", type, scaled, 1, choice.components, numbered, {}});
    } else {
      for (const std::size_t c : choice.components) {
        topic.fields.push_back({field_name(signal.components[c]), type, scaled, 1, {c}, false, {}});
      }
    }
    topics_.push_back(std::move(topic));
  }

  /// Makes a name unique, because "a.b" and "a_b" would have the same name.
  std::string unused_name(std::string name) const {
    const auto is_used = [&](const UlogTopic& topic) { return topic.name == name; };
    while (std::any_of(topics_.begin(), topics_.end(), is_used)) name += "_";
    return name;
  }

  const LoggedSample& logged_;
  TopicTimes times_;
  std::vector<UlogTopic> topics_;
  std::map<std::string, std::set<std::size_t>> covered_;  ///< covered components by signal
};

}  // namespace

std::vector<UlogTopic> ulog_topics(const LoggedSample& logged) { return TopicList(logged).make(); }

}  // namespace montecopter
