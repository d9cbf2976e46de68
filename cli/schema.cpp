/// montecopter schema: the JSON Schema with which editors complete and check scenario files.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "outputs.hpp"
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

/// The text of one schema in outputs.json, whose commands are the members at the first level: lines
/// that are indented by one blank.
ExitCode output_schema_of(const std::string& command) {
  const std::string_view all = output_schemas();
  const std::size_t begin = all.find(fmt::format("\n \"{}\": {{\n", command));
  if (begin == all.npos) {
    throw Error(ExitCode::usage,
                Problem{"--output", fmt::format("there is no output of '{}'", command), "",
                        "Give a command that has --json, such as stats"});
  }
  const std::size_t first = all.find('{', begin), end = all.find("\n }", begin);
  answer(std::string(all.substr(first, end + 3 - first)) + "\n");
  return ExitCode::ok;
}

}  // namespace

Command schema_command() {
  auto of = std::make_shared<std::string>("scenario");
  auto output = std::make_shared<std::optional<std::string>>();
  return {
      .name = "schema",
      .doc = "Print the JSON Schema of scenario files, or of the JSON answer of a command",
      .options = {{"of", of.get(), "Kind of file to describe; default: scenario",
                   "scenario|vehicle|controller|sensor"},
                  {"--output", output.get(), "Describe the JSON answer of this command instead",
                   "COMMAND"}},
      .footer =
          "Examples:\n"
          "  montecopter schema > scenario.schema.json\n"
          "  montecopter schema vehicle > vehicle.schema.json\n"
          "  montecopter schema --output stats\n"
          "Then begin a file with the line\n"
          "  #:schema scenario.schema.json",
      .run = [of, output] { return *output ? output_schema_of(**output) : schema(*of); },
  };
}

}  // namespace montecopter::cli
