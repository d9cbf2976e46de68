#pragma once
/// JSON Schemas of the answers with --json: outputs.json, which is part of the program.
/// tests/cli/json_outputs.py compares every command with it, and writes it.

#include <string_view>

namespace montecopter::cli {

/// One object with a member for each command.
std::string_view output_schemas();

}  // namespace montecopter::cli
