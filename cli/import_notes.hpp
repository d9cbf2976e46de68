#pragma once
/// What an import took, assumed and left out, in words and as JSON.

#include <string>

#include "vehicle/import/imported.hpp"

namespace montecopter::cli {

/// Lines for stderr. Settings that have no place here are listed with their values, those left out
/// for one reason in one line.
std::string import_notes(const ImportResult& imported, const std::string& file);

/// `text` is what was made; `written` the file that has it, or empty.
std::string import_json(const ImportResult& imported, const std::string& kind,
                        const std::string& text, const std::string& written);

}  // namespace montecopter::cli
