#pragma once
/// A section of the page, and the one list of all sections. A new one is a source that makes it of
/// a Material, its declaration in sections.hpp, and a line in sections.cpp.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "results/report/material.hpp"

namespace montecopter::report {

struct Section {
  std::string id;     ///< "metrics": of the element, and in --json
  std::string title;  ///< "Metrics"
  std::string html;   ///< without the heading
};

/// nullopt where a result has nothing of the kind (no sweep, say).
using MakeSection = std::optional<Section> (*)(const Material& material);

/// In the order of the page.
std::span<const MakeSection> sections();

}  // namespace montecopter::report
