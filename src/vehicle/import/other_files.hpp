#pragma once
/// Files that an import must not read although their lines look like its own: those of another
/// firmware, and those of another kind of import.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

/// Throws Error(usage) if the text of the request is of another firmware, or of another kind than
/// `kind`: the name of an import, of which `reads` says what it takes. Text that is of nothing
/// known passes.
void refuse_other_files(const ImportRequest& request, std::string_view kind,
                        std::string_view reads);

}  // namespace montecopter
