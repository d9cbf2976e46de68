#pragma once
/// The problems behind the lines of error messages. An Error has the text only; JSON answers give
/// where, what, why and suggestion of each line separately.

#include <optional>
#include <string_view>

#include "core/base/error.hpp"

namespace montecopter {

/// The problem whose text() is this line, if it is among the last ones of this process.
std::optional<Problem> problem_with_text(std::string_view line);

}  // namespace montecopter
