/// montecopter schema: the JSON Schema by which editors complete and check scenario files.

#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "scenario/json_schema.hpp"
#include "streams.hpp"

namespace montecopter::cli {

namespace {

ExitCode schema(const std::string& of) {
  if (of != "scenario" && of != "vehicle" && of != "sensor" && of != "controller") {
    throw Error(ExitCode::usage,
                fmt::format("error: there is no schema of '{}'. Use scenario, vehicle, sensor or "
                            "controller.",
                            of));
  }
  answer(of == "scenario" ? scenario_json_schema() : part_json_schema(of));
  return ExitCode::ok;
}

}  // namespace

Command schema_command() {
  auto of = std::make_shared<std::string>("scenario");
  return {
      .name = "schema",
      .doc = "Print the JSON Schema of scenario files, for editors and other programs",
      .options = {{"of", of.get(), "Which files it describes; default: scenario",
                   "scenario|vehicle|sensor|controller"}},
      .footer =
          "Examples:\n"
          "  montecopter schema > scenario.schema.json\n"
          "  montecopter schema vehicle > vehicle.schema.json\n"
          "Then let a file begin with the line\n"
          "  #:schema scenario.schema.json",
      .run = [of] { return schema(*of); },
  };
}

}  // namespace montecopter::cli
