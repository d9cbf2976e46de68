#include "simulate/external/library.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/ieee.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/events/event.hpp"
#include "simulate/external/library_calls.hpp"

namespace montecopter {
namespace {

constexpr const char* symbol = "montecopter_own_controller";

/// Reports the faults of a library.
class Complaint {
 public:
  Complaint(const LibraryController& controller, std::string where)
      : path_(controller.found_at()), where_(std::move(where)) {}

  [[noreturn]] void operator()(const std::string& what, const std::string& why,
                               const std::string& suggestion = {}) const {
    throw Error(ExitCode::usage,
                Problem{where_, fmt::format("the library '{}' {}", path_, what), why, suggestion});
  }

 private:
  std::string path_, where_;
};

/// Refuses a truncated library: mapping it would kill the program at its end. ELF states the size
/// (elf(5), e_shoff). dlopen() reports files that are not 64-bit ELF.
void require_whole(const std::string& path, const Complaint& complain) {
  Elf64_Ehdr header{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(&header), sizeof(header))) return;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shoff == 0) return;
  file.seekg(0, std::ios::end);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  const std::uint64_t sections = std::uint64_t{header.e_shnum} * header.e_shentsize;
  if (header.e_shoff <= size && sections <= size - header.e_shoff) return;
  complain("is truncated", fmt::format("it has {} bytes, fewer than its header says", size),
           "Copy or compile it again");
}

/// Opens a library by its absolute path: dlopen() searches other folders for a bare name. It is
/// never closed, because threads may be in it, or something that it left behind may call it.
void* open(const std::string& path, const Complaint& complain) {
  require_whole(path, complain);
  const std::string absolute = std::filesystem::absolute(path).string();
  void* handle = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL);
  set_ieee_arithmetic();  // a library linked with -ffast-math flushes subnormals once loaded
  if (handle == nullptr) {
    const char* why = dlerror();
    complain("cannot be loaded", why == nullptr ? "" : why,
             "Compile it as a shared library: cc -O2 -shared -fPIC");
  }
  return handle;
}

const montecopter_controller& ask(void* handle, const Complaint& complain) {
  using Ask = const montecopter_controller* (*)();
  const auto function = reinterpret_cast<Ask>(dlsym(handle, symbol));
  if (function == nullptr) {
    complain(fmt::format("has no function {}", symbol), "a controller describes itself there",
             "Include montecopter_controller.h and define that function");
  }
  const montecopter_controller* controller = function();
  if (controller == nullptr)
    complain("does not describe itself", fmt::format("{}() returned null", symbol));
  if (controller->interface_version != MONTECOPTER_CONTROLLER_INTERFACE) {
    complain("has a different interface version",
             fmt::format("it was compiled for version {}, this program has version {}",
                         controller->interface_version, MONTECOPTER_CONTROLLER_INTERFACE),
             "Compile it with the montecopter_controller.h of this program");
  }
  return *controller;
}

void require_bounds(const montecopter_controller& c, const Complaint& complain) {
  const char* const in_struct = "according to its struct montecopter_controller";
  if (c.struct_bytes < sizeof(montecopter_controller)) {
    complain(fmt::format("has a struct of {} bytes instead of {}", c.struct_bytes,
                         sizeof(montecopter_controller)),
             in_struct, "Set struct_bytes = sizeof(struct montecopter_controller)");
  }
  if (c.name == nullptr || c.version == nullptr) complain("has no name or no version", in_struct);
  if (c.start == nullptr || c.update == nullptr) complain("has no start or no update", in_struct);
  if (c.memory_bytes > MONTECOPTER_MOST_MEMORY_BYTES) {
    complain(fmt::format("requests {} bytes of memory per flight", c.memory_bytes),
             fmt::format("the limit is {}", MONTECOPTER_MOST_MEMORY_BYTES));
  }
  if (c.commanded != MONTECOPTER_WRENCH && c.commanded != MONTECOPTER_ROTORS) {
    complain(fmt::format("has commanded = {}", c.commanded),
             "it must be 0 (MONTECOPTER_WRENCH) or 1 (MONTECOPTER_ROTORS)");
  }
  if (c.parameter_count > MONTECOPTER_MOST_PARAMETERS) {
    complain(fmt::format("has {} parameters", c.parameter_count),
             fmt::format("the limit is {}", MONTECOPTER_MOST_PARAMETERS));
  }
  if (c.parameter_count > 0 && c.parameters == nullptr) {
    complain("has parameters without names", in_struct);
  }
}

/// The names of its parameters, checked to be legal and distinct.
std::vector<std::string> names_of(const montecopter_controller& c, const Complaint& complain) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < c.parameter_count; ++i) {
    const std::string name = c.parameters[i].name == nullptr ? "" : c.parameters[i].name;
    if (!is_bare_key(name)) {
      complain(fmt::format("has a parameter {}", toml_quote(name)),
               "names consist of letters, digits, _ and -");
    }
    for (const std::string& other : names) {
      if (other == name) complain(fmt::format("has two parameters '{}'", name), "");
    }
    names.push_back(name);
  }
  return names;
}

/// Requires that the library has every parameter that the scenario gives.
void require_known(const LibraryController& controller, const std::vector<std::string>& names,
                   const std::string& where) {
  Diagnostics problems;
  for (const auto& [name, number] : controller.parameters) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const auto near = near_name(name, names);
    problems.error(where, fmt::format("the library has no parameter '{}'", name),
                   names.empty() ? "it has none" : "it has " + join(names),
                   near ? fmt::format("Did you mean '{}'?", *near) : "");
  }
  problems.throw_if_errors();
}

/// Sets the source of each parameter's number, and requires all mandatory ones.
void place_parameters(const LibraryController& controller, const montecopter_controller& c,
                      const std::vector<std::string>& names, const std::string& where,
                      ExternalPlan& plan) {
  Diagnostics problems;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ExternalParameter& parameter = plan.parameters[i];
    parameter.otherwise = c.parameters[i].default_value;
    const auto given = controller.parameters.find(names[i]);
    if (given != controller.parameters.end()) {
      parameter.given = static_cast<int>(std::distance(controller.parameters.begin(), given));
    } else if (!std::isfinite(parameter.otherwise)) {
      problems.error(where, fmt::format("missing 'controller.parameters.{}'", names[i]),
                     "the library has no default for it");
    }
  }
  problems.throw_if_errors();
}

// --- its functions, as a flight plan calls them --------------------------------------------------

const montecopter_controller& as_controller(const void* program) {
  return *static_cast<const montecopter_controller*>(program);
}

/// A thrown exception, or an unwound thread as by pthread_exit(), ends the process here, where the
/// flight is known.
int start_library(const void* program, const ExternalLane& lane, const montecopter_vehicle& vehicle,
                  const double* parameters, const montecopter_input& first) noexcept {
  const LibraryCall call(lane.sample);
  return as_controller(program).start(lane.memory, &vehicle, parameters, &first);
}

int update_library(const void* program, const ExternalLane& lane, const montecopter_input& input,
                   double* commands) noexcept {
  const LibraryCall call(lane.sample);
  return as_controller(program).update(lane.memory, &input, commands);
}

void finish_library(const void*, const ExternalLane&) {}

}  // namespace

ExternalPlan plan_of(const montecopter_controller& controller) {
  ExternalPlan plan;
  plan.program = &controller;
  plan.functions = {start_library, nullptr, nullptr, update_library, finish_library};
  plan.memory_bytes = static_cast<int>(controller.memory_bytes);
  plan.commands_wrench = controller.commanded == MONTECOPTER_WRENCH;
  plan.parameter_count = controller.parameter_count;
  return plan;
}

ExternalLibrary::ExternalLibrary(const LibraryController& controller, const Scenario& scenario,
                                 const std::string& where) {
  const Complaint complain(controller, where);
  note_library(controller.found_at());
  const LibraryCall loading(LibraryCall::loading);
  const montecopter_controller& c = ask(open(controller.found_at(), complain), complain);
  require_bounds(c, complain);
  const std::vector<std::string> names = names_of(c, complain);
  require_known(controller, names, where);
  plan_ = plan_of(c);
  controller_ = &c;
  place_parameters(controller, c, names, where, plan_);
  if (std::any_of(scenario.event.begin(), scenario.event.end(), scales_gains) &&
      c.takes_gain_factor == 0) {
    complain("does not support gain factors", "the scenario has an event gain_change",
             "Scale the gains by gain_factor and set takes_gain_factor = 1, or remove the event");
  }
}

std::string ExternalLibrary::title() const {
  return fmt::format("{} {}", controller_->name, controller_->version);
}

ExternalProgram::Cause ExternalLibrary::cause_of_difference() const {
  return {
      "it uses a clock, or keeps data outside the memory of a flight, such as a static "
      "variable",
      "Keep all data in `memory`"};
}

}  // namespace montecopter
