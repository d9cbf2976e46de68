#pragma once
/// A containment study as text and as JSON.

#include <string>

#include "core/base/json.hpp"
#include "vehicle/containment/study.hpp"

namespace montecopter::cli {

std::string study_text(const Study& study, const std::string& name);
Json study_json(const Study& study, const std::string& name);

}  // namespace montecopter::cli
