/// Checks of scenarios with an external program in the loop. Firmwares have further checks
/// (scenario/checks/firmware.cpp).

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <string>

#include "dynamics/controllers/controller.hpp"
#include "dynamics/events/event.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

bool is_sha256(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void check_program(const ProgramController& own, const Controller& controller, Report& report) {
  const ProgramNames names = program_names(controller);
  const std::string key = fmt::format("controller.{}", names.key);
  if (program_words(controller).empty() && report.clean(key)) {
    report.error("controller", fmt::format("missing '{}'", key), "it names the program to run",
                 std::string(names.example));
  }
  const auto is_file = [](const ProgramWord& word) { return word.is_file; };
  if (std::none_of(own.words.begin(), own.words.end(), is_file) && !own.words.empty() &&
      report.clean(key)) {
    report.error(key, "the command names no file of yours",
                 "the result could not tell which program has flown", std::string(names.missing));
  }
  if (own.sha256 && !is_sha256(*own.sha256) && report.clean("controller.sha256")) {
    report.error("controller.sha256", "this is not a SHA-256", "it has 64 digits 0 to 9 and a to f",
                 "Remove it, or use the output of sha256sum");
  }
  if (own.parameters.size() > most_external_parameters && report.clean("controller.parameters")) {
    report.error("controller.parameters",
                 fmt::format("there are {} parameters", own.parameters.size()),
                 fmt::format("a controller has at most {}", most_external_parameters));
  }
}

/// Checks of one kind of program that is no firmware; there is one overload for each. A library
/// states its abilities itself.
void check_own(const Scenario&, const LibraryController&, Report&) {}

/// Checks the limits of a process's packets (simulate/external/packets.hpp), and its command.
void check_own(const Scenario& scenario, const ExternalController& own, Report& report) {
  constexpr std::size_t longest_name = 55;
  for (const auto& [name, number] : own.parameters) {
    if (name.size() <= longest_name || !report.clean("controller.parameters")) continue;
    report.error("controller.parameters",
                 fmt::format("the name '{}' has {} characters", name, name.size()),
                 fmt::format("a packet has room for {}", longest_name), "Use a shorter name");
  }
  for (std::size_t i = 0; i < own.command.size(); ++i) {
    const std::string path = fmt::format("controller.command.{}", i);
    if (!report.clean(path)) continue;
    if (i == 0 && own.command[i].empty()) {
      report.error(path, "the first word is empty", "it names the program to run",
                   std::string(ExternalController::program_names.example));
    }
  }
  for (std::size_t i = 0; i < scenario.event.size() && !own.takes_gain_factor; ++i) {
    if (!scales_gains(scenario.event[i])) continue;
    report.error(fmt::format("event.{}", i), "the gains of the program cannot be scaled",
                 "controller.takes_gain_factor is not true",
                 "Let the program scale its gains by gain_factor and set takes_gain_factor = true, "
                 "or remove the event");
  }
}

void check_own(const Scenario& scenario, const FirmwareController&, Report& report) {
  validate_firmware(scenario, report);
}

}  // namespace

void validate_program(const Scenario& scenario, Report& report) {
  std::visit(
      [&]<class C>(const C& own) {
        if constexpr (is_program_law<C>) {
          check_program(own, *scenario.controller, report);
          check_own(scenario, own, report);
        }
      },
      *scenario.controller);
}

}  // namespace montecopter
