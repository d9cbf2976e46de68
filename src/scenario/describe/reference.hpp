#pragma once
/// The reference of the scenario format, as text, Markdown and JSON.

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "scenario/describe/sections.hpp"

namespace montecopter {

/// List of kinds and types, one per line.
std::string overview_text(const std::vector<Section>& sections, std::size_t width);

/// All keys, and an example of each type. Sentences are wrapped.
std::string sections_text(const std::vector<Section>& sections, std::size_t width = 80);

/// Links to the headings of sections_markdown(), a line per kind.
std::string contents_markdown(const std::vector<Section>& sections);

/// Heading and table of a section.
std::string sections_markdown(const std::vector<Section>& sections);

/// Complete description of a key as JSON.
Json key_json(const Description& d);

Json section_json(const Section& section);
Json sections_json(const std::vector<Section>& sections);

}  // namespace montecopter
