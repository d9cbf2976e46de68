#pragma once
/// `tune --robust`: gains by flights over the dispersions, with a verdict on other flights.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/remarks.hpp"

namespace montecopter::cli {

struct RobustTuneOptions {
  std::string flights = "20000", samples = "100", held_out = "1000";
  std::optional<std::string> threads;
};

ExitCode tune_robust(const std::string& path, const std::vector<std::string>& overrides,
                     const RobustTuneOptions& options, const std::optional<std::string>& output,
                     bool force, bool json, Remarks& remarks);

}  // namespace montecopter::cli
