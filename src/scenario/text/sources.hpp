#pragma once
/// Sources of numbers: the tables [source] of a scenario and of the files that it includes. They
/// are no part of the flights. They are removed from the document before it is read as a Scenario,
/// so neither the resolved scenario nor any hash depends on them.

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "scenario/text/includable.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Key of the table of texts, at the top and in every includable table.
inline constexpr std::string_view source_key = "source";

/// Limit of the bytes of all sources, so that a result file can hold them.
inline constexpr std::size_t most_source_bytes = 32'000;

struct NumberSource {
  std::string path;  ///< in the scenario: "vehicle.mass_kg", also with '*'
  std::string text;
};

/// Removes the sources from a document, and reports paths at which nothing is written. A source is
/// dropped if another file or an override replaces the value that it describes.
std::vector<NumberSource> take_sources(toml::table& document, const std::string& source_name,
                                       const std::vector<Includable>& includables, Report& report);

/// Converts sources to lines of TOML, which are kept with a result, and back. Other lines are
/// ignored.
std::string write_sources(const std::vector<NumberSource>& sources);
std::vector<NumberSource> read_sources(const std::string& text);

}  // namespace montecopter
