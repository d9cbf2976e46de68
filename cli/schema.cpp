/// montecopter schema: the JSON Schema with which editors complete and check scenario files.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "scenario/describe/json_schema.hpp"
#include "scenario/text/includable.hpp"
#include "streams.hpp"

namespace montecopter::cli {

namespace {

/// Kinds of files: scenarios, and the files that they may include. schema_command() has the same
/// list.
std::vector<std::string> described_files() {
  std::vector<std::string> files = {"scenario"};
  for (const Includable& part : scenario_includables()) {
    if (std::find(files.begin(), files.end(), part.what) == files.end()) files.push_back(part.what);
  }
  return files;
}

ExitCode schema(const std::string& of) {
  std::vector<std::string> files = described_files();
  if (std::find(files.begin(), files.end(), of) == files.end()) {
    const std::string last = files.back();
    files.pop_back();
    throw Error(ExitCode::usage, fmt::format("error: there is no schema for '{}'. Use {} or {}.",
                                             of, fmt::join(files, ", "), last));
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
      .options = {{"of", of.get(), "Kind of file to describe; default: scenario",
                   "scenario|vehicle|controller|sensor"}},
      .footer =
          "Examples:\n"
          "  montecopter schema > scenario.schema.json\n"
          "  montecopter schema vehicle > vehicle.schema.json\n"
          "Then begin a file with the line\n"
          "  #:schema scenario.schema.json",
      .run = [of] { return schema(*of); },
  };
}

}  // namespace montecopter::cli
