#pragma once
/// Which cases did not pass when a folder was last looked at: for --last-failed, and for nothing
/// else. The list is in FOLDER/.montecopter/, which version control ignores.

#include <optional>
#include <string>
#include <vector>

namespace montecopter::regress {

/// nullopt: nobody has looked yet, or the list cannot be read.
std::optional<std::vector<std::string>> read_last_failed(const std::string& folder);

/// False if the list cannot be written, as in a folder that is read only.
bool write_last_failed(const std::string& folder, const std::vector<std::string>& names);

}  // namespace montecopter::regress
