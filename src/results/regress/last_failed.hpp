#pragma once
/// The cases of a folder that failed in the last run, for --last-failed. The list is in
/// FOLDER/.montecopter/, which version control ignores.

#include <optional>
#include <string>
#include <vector>

namespace montecopter::regress {

/// Reads the list; nullopt if there was no run yet or the list cannot be read.
std::optional<std::vector<std::string>> read_last_failed(const std::string& folder);

/// Writes the list; false if that fails, for example in a read-only folder.
bool write_last_failed(const std::string& folder, const std::vector<std::string>& names);

}  // namespace montecopter::regress
