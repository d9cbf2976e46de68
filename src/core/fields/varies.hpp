#pragma once
/// Numbers of a scenario that differ between samples. Set-up asks it which terms of the equations a
/// flight plan has to have although the nominal factor is 0 (simulate/setup/).

#include <string>
#include <string_view>
#include <vector>

namespace montecopter {

/// Asks a list of paths, which has to outlive it.
class Varies {
 public:
  explicit Varies(const std::vector<std::string>& paths) : paths_(paths) {}

  /// Whether a path begins so.
  bool operator()(std::string_view prefix) const {
    for (const std::string& path : paths_) {
      if (path.compare(0, prefix.size(), prefix) == 0) return true;
    }
    return false;
  }

 private:
  const std::vector<std::string>& paths_;
};

}  // namespace montecopter
