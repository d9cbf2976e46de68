#include "simulate/external/known_parameters.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <concepts>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <system_error>
#include <variant>

#include "core/ardupilot/parameter_lines.hpp"
#include "core/base/error.hpp"
#include "core/base/sha256.hpp"
#include "core/base/text.hpp"
#include "dynamics/controllers/controller.hpp"
#include "simulate/external/child.hpp"

namespace montecopter {
namespace {

namespace fs = std::filesystem;

/// The file of a firmware's parameters, by the XDG base directory specification; empty without a
/// home.
fs::path cache_file(const std::string& firmware_sha256) {
  const auto folder = [](const char* variable) -> fs::path {
    const char* text = std::getenv(variable);
    const fs::path path = text == nullptr ? "" : text;
    return path.is_absolute() ? path : fs::path();
  };
  fs::path cache = folder("XDG_CACHE_HOME");
  if (const fs::path home = folder("HOME"); cache.empty() && !home.empty()) cache = home / ".cache";
  if (cache.empty() || firmware_sha256.empty()) return {};
  return cache / "montecopter" / (firmware_sha256 + ".txt");
}

/// "" if it cannot be read.
std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::string sha256_of(const std::string& bytes) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  return hex(hash.digest());
}

/// The program of a firmware's command; "" if PATH has none.
std::string program_of_command(const FirmwareController& controller) {
  const ProgramWord& program = controller.words.front();
  return Command({program.text}, {program.is_file}, {}).path();
}

/// Text before the last '_' of a name.
std::string_view group_of(std::string_view name) { return name.substr(0, name.rfind('_')); }

/// Texts in a file that may be names of parameters.
std::vector<std::string> names_in_file(std::string_view bytes) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\0', at), bytes.size());
    const std::string_view text = bytes.substr(at, end - at);
    if (text.size() > 2 && ardupilot::is_parameter_name(text)) names.emplace_back(text);
    at = end + 1;
  }
  return names;
}

void require_known(const ArdupilotController& controller, const std::string& where) {
  if (controller.parameters.empty()) return;
  const auto reported = kept_parameters(sha256_of_ardupilot(program_of_command(controller)));
  for (const auto& [name, number] : controller.parameters) {
    const auto near = misspelt(name, reported);
    if (near) {
      refuse_parameter(where, name, "an earlier flight of this firmware did not report it", near);
    }
  }
}

void require_known(const Px4MavlinkController& controller, const std::string& where) {
  if (controller.parameters.empty()) return;
  const std::string bytes = bytes_of(program_of_command(controller));
  const auto is_there = [&](const std::string& name) {
    return bytes.find(name + '\0') != std::string::npos;
  };
  // Every PX4 has it. A script that starts PX4 has no names.
  if (!is_there("SYS_AUTOSTART")) return;
  for (const auto& [name, number] : controller.parameters) {
    if (is_there(name)) continue;
    refuse_parameter(where, name, "its binary does not contain this name",
                     near_name(name, names_in_file(bytes)));
  }
}

}  // namespace

ReportedParameters kept_parameters(const std::string& firmware_sha256) {
  const std::string bytes = bytes_of(cache_file(firmware_sha256));
  const std::size_t end = bytes.find('\n');
  if (end == std::string::npos) return {};
  std::istringstream lines(bytes.substr(end + 1));
  if (bytes.substr(0, end) != sha256_of(lines.str())) return {};
  ReportedParameters parameters;
  std::string name;
  for (float value = 0; lines >> name >> value;) parameters[name] = value;
  return parameters;
}

void keep_parameters(const std::string& firmware_sha256, ReportedParameters parameters) {
  const fs::path path = cache_file(firmware_sha256);
  if (path.empty()) return;
  parameters.merge(kept_parameters(firmware_sha256));
  std::string lines;
  for (const auto& [name, value] : parameters) {
    // Names come from another program.
    if (!ardupilot::is_parameter_name(name) || !(value - value == 0)) continue;
    ardupilot::append_parameter_line(name, static_cast<double>(value), lines);
  }
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  const fs::path partial = fmt::format("{}.{}", path.string(), ::getpid());
  if ((std::ofstream(partial, std::ios::binary) << sha256_of(lines) << '\n' << lines).flush()) {
    fs::rename(partial, path, failed);
  }
  fs::remove(partial, failed);
}

std::string sha256_of_ardupilot(const std::string& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return "";
  const std::string bytes = bytes_of(path);
  const bool has_names =
      bytes.find(std::string(simulated_ardupilot_parameter) + '\0') != std::string::npos;
  return has_names ? sha256_of(bytes) : "";
}

std::optional<std::string> misspelt(std::string_view name, const ReportedParameters& reported) {
  if (reported.contains(name)) return std::nullopt;
  const std::string group(group_of(name));
  std::vector<std::string> ends;
  for (const auto& [known, value] : reported) {
    if (value != 0 && group_of(known) == group) ends.push_back(known.substr(group.size()));
  }
  const auto near = near_name(name.substr(group.size()), ends);
  return near ? std::optional(group + *near) : std::nullopt;
}

void require_known_parameters(const Scenario& scenario, const std::string& where) {
  std::visit(
      [&]<class C>(const C& controller) {
        if constexpr (std::derived_from<C, FirmwareController>) require_known(controller, where);
      },
      *scenario.controller);
}

void refuse_parameter(const std::string& where, const std::string& name, const std::string& why,
                      const std::optional<std::string>& near) {
  throw Error(ExitCode::usage,
              Problem{where, fmt::format("the firmware has no parameter '{}'", name), why,
                      near ? fmt::format("Did you mean '{}'?", *near)
                           : "Remove it from controller.parameters, or correct its name"});
}

}  // namespace montecopter
