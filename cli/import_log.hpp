#pragma once
/// The log of a real flight as a result file: a kind of `import`.

#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "log_text.hpp"

namespace montecopter::cli {

struct ImportLogRequest {
  std::string file, output;
  LogOptions log;
  std::optional<std::string> rate;
  bool force = false, json = false;
};

ExitCode import_log(const ImportLogRequest& request);

}  // namespace montecopter::cli
