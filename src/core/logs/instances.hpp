#pragma once
/// Several sensors of a kind log under one name, each as an instance with a number.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter::logs {

/// The instance of each topic that is read: the first (0), or a requested one.
class Instances {
 public:
  Instances() = default;
  /// Reads texts like "sensor_accel=1". Error(usage) for others.
  explicit Instances(const std::vector<std::string>& texts);

  bool empty() const { return wanted_.empty(); }
  /// Whether this one is read. Notes that the log has it.
  bool is_wanted(const std::string& topic, int instance);
  /// Error(usage) if one was asked for that the log does not have.
  void require_all(const std::string& path) const;

 private:
  std::map<std::string, int> wanted_;
  std::map<std::string, std::set<int>> there_;
};

}  // namespace montecopter::logs
