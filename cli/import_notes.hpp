#pragma once
/// The values that an import took, assumed and left out, as text and as JSON.

#include <string>

#include "vehicle/import/imported.hpp"

namespace montecopter::cli {

/// Lines for stderr. They list settings that were not imported with their values, one line per
/// reason.
std::string import_notes(const ImportResult& imported, const std::string& file);

/// The answer as JSON. `text` is the converted text, `written` the file that has it, or empty.
std::string import_json(const ImportResult& imported, const std::string& kind,
                        const std::string& text, const std::string& written);

}  // namespace montecopter::cli
