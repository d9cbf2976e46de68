#include "kept_logs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/base/error.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter::cli {

std::string make_log_folder(const Plan& plan, const std::string& result, bool is_together) {
  if (!keeps_log(*plan.scenario.controller)) return "";
  if (is_together) {
    throw Error(ExitCode::usage,
                Problem{"controller.keep_log",
                        "processes that mpirun or srun started together keep no logs",
                        "they may run on several machines",
                        "Fly shards (--shard), or set controller.keep_log = false"});
  }
  const std::string folder =
      (result.ends_with(".h5") ? result.substr(0, result.size() - 3) : result) + ".logs";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!failed) return folder;
  throw Error(ExitCode::io,
              Problem{folder, "cannot make the folder for the firmware's logs", failed.message(),
                      "Give another result file, or set controller.keep_log = false"});
}

void remove_old_logs(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    const std::filesystem::path& path = entry.path();
    const bool is_log = path.extension() == ".BIN" || path.extension() == ".ulg";
    if (is_log && path.filename().string().starts_with("sample-"))
      std::filesystem::remove(path, failed);
  }
}

}  // namespace montecopter::cli
