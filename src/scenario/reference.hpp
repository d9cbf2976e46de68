#pragma once
/// The reference of the scenario format, as text, Markdown and JSON.

#include <string>
#include <vector>

#include "base/json.hpp"
#include "scenario/sections.hpp"

namespace montecopter {

/// A line per kind and type.
std::string overview_text(const std::vector<Section>& sections);

/// All keys, in 100 columns.
std::string sections_text(const std::vector<Section>& sections);

/// Links to the headings of sections_markdown(), a line per kind.
std::string contents_markdown(const std::vector<Section>& sections);

/// Heading and table.
std::string sections_markdown(const std::vector<Section>& sections);

Json sections_json(const std::vector<Section>& sections);

}  // namespace montecopter
