#pragma once
/// A section of the page, and the list of all sections. A new section needs a source that makes it
/// from a Material, its declaration in sections.hpp, and a line in sections.cpp.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "results/report/material.hpp"

namespace montecopter::report {

struct Section {
  std::string id;     ///< "metrics": id of the element, also in --json
  std::string title;  ///< "Metrics"
  std::string html;   ///< without the heading
};

/// Makes a section; nullopt where it does not apply (without a sweep, say).
using MakeSection = std::optional<Section> (*)(const Material& material);

/// All sections, in the order of the page.
std::span<const MakeSection> sections();

}  // namespace montecopter::report
