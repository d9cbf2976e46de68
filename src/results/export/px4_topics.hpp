#pragma once
/// Topics of a flight in ULog: PX4 topics for the signals that have one, and `montecopter_NAME` for
/// all others.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "results/export/flight_log.hpp"
#include "results/export/topic_rows.hpp"

namespace montecopter {

enum class UlogType { f32, f64, i32 };

/// How a field follows from the components of a signal.
enum class FieldRule {
  scaled,       ///< times a factor
  motor_share,  ///< a command in PX4's range: 0 at min, 1 at max; -1 to 1 for a reversible motor
  rpm,          ///< rad/s as whole revolutions per minute
  zero,
};

struct UlogField {
  std::string name;
  UlogType type = UlogType::f32;
  FieldRule rule = FieldRule::scaled;
  double factor = 1;
  std::vector<std::size_t> columns;  ///< columns of the topic's rows
  bool is_array = false;
  std::string nested = {};  ///< message type of each element, with this as its only field
};

struct UlogTopic {
  std::string name;
  std::uint8_t instance = 0;
  TopicSource source;
  std::vector<UlogField> fields;
};

std::vector<UlogTopic> ulog_topics(const LoggedSample& logged);

}  // namespace montecopter
