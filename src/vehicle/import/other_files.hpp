#pragma once
/// Files that an import must refuse although their lines look like its own: files of other
/// firmware, and of other kinds of import.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

/// Throws Error(usage) if the text comes from another firmware, or belongs to another import than
/// `kind`. `reads`: description of the files that `kind` takes. Unknown text passes.
void refuse_other_files(const ImportRequest& request, std::string_view kind,
                        std::string_view reads);

}  // namespace montecopter
