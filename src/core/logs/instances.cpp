#include "core/logs/instances.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"

namespace montecopter::logs {

Instances::Instances(const std::vector<std::string>& texts) {
  constexpr std::int64_t most = 255;
  for (const std::string& text : texts) {
    const std::size_t sign = std::min(text.find('='), text.size());
    const auto number = parse_int(std::string_view(text).substr(std::min(sign + 1, text.size())));
    if (sign == 0 || !number || *number < 0 || *number > most) {
      throw Error(
          ExitCode::usage,
          Problem{"--instance",
                  fmt::format("'{}' is not a topic with an instance number", printable(text)), "",
                  "Write it like --instance sensor_accel=1"});
    }
    wanted_[text.substr(0, sign)] = static_cast<int>(*number);
  }
}

bool Instances::is_wanted(const std::string& topic, int instance) {
  there_[topic].insert(instance);
  const auto at = wanted_.find(topic);
  return instance == (at == wanted_.end() ? 0 : at->second);
}

void Instances::require_all(const std::string& path) const {
  for (const auto& [topic, instance] : wanted_) {
    const auto at = there_.find(topic);
    std::vector<std::string> numbers, topics;
    for (const auto& [name, there] : there_) topics.push_back(name);
    if (at == there_.end()) {
      const auto near = near_name(topic, topics);
      throw Error(
          ExitCode::usage,
          Problem{"--instance", fmt::format("there is no topic '{}' in {}", printable(topic), path),
                  "", near ? fmt::format("Did you mean '{}'?", *near) : ""});
    }
    if (at->second.contains(instance)) continue;
    for (const int number : at->second) numbers.push_back(fmt::format("{}", number));
    throw Error(ExitCode::usage,
                Problem{"--instance",
                        fmt::format("there is no instance {} of '{}' in {}", instance, topic, path),
                        "", fmt::format("It has {}", join(numbers))});
  }
}

}  // namespace montecopter::logs
