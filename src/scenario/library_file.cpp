#include "scenario/library_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <span>

#include "base/input_file.hpp"
#include "base/sha256.hpp"
#include "scenario/document.hpp"

namespace montecopter {
namespace {

/// No controller is larger; a device that never ends is not read for ever.
constexpr std::size_t most_bytes = std::size_t{64} << 20;

std::optional<std::string> sha256_of(const std::string& path, std::string& why) {
  const std::optional<std::string> bytes = read_input_file(path, most_bytes + 1, why);
  if (bytes && bytes->size() > most_bytes) why = "it is larger than 64 MiB";
  if (!bytes || bytes->size() > most_bytes) return std::nullopt;
  Sha256 hash;
  hash.add(std::as_bytes(std::span(*bytes)));
  return hex(hash.digest());
}

constexpr const char* how_to_compile = "Compile it: cc -O2 -shared -fPIC -o controller.so FILE.c";

}  // namespace

void find_library(LibraryController& controller, const std::string& base_dir,
                  const std::string& scenario_file, Report& report) {
  if (controller.library.empty() || !report.clean("controller.library")) return;
  const std::string file = report.place("controller.library").file;
  const bool is_override = file.starts_with(override_prefix);
  const bool is_included = !is_override && file != scenario_file;
  const std::string folder = is_override   ? ""
                             : is_included ? std::filesystem::path(file).parent_path().string()
                                           : base_dir;
  controller.found_at = resolve_path(folder, controller.library);
  if (controller.sha256) return;
  std::string why;
  controller.sha256 = sha256_of(controller.found_at, why);
  if (controller.sha256) return;
  report.error("controller.library",
               fmt::format("cannot read the library '{}'", controller.found_at), why,
               how_to_compile);
}

void require_library(const LibraryController& controller, const std::string& where) {
  Diagnostics problems;
  std::string why;
  const std::optional<std::string> there = sha256_of(controller.found_at, why);
  if (!there) {
    problems.error(where, fmt::format("cannot read the library '{}'", controller.found_at), why,
                   how_to_compile);
  } else if (there != controller.sha256) {
    problems.error(
        where,
        fmt::format("the library '{}' is another than the scenario says", controller.found_at),
        fmt::format("its SHA-256 is {}, not {}", *there, *controller.sha256),
        "Use that library, or leave controller.sha256 out to fly this one");
  }
  problems.throw_if_errors();
}

}  // namespace montecopter
