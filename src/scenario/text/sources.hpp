#pragma once
/// Where numbers are from: the table [source] of a scenario, and those of the files that it
/// includes. They are no part of the flights: they are taken out of the document before it is read
/// as a Scenario, so that neither the resolved scenario nor any hash depends on them.

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "scenario/text/includable.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// The table of texts, at the top and in whatever may be included.
inline constexpr std::string_view source_key = "source";

/// Most bytes of all of them, so that a result file can hold them.
inline constexpr std::size_t most_source_bytes = 32'000;

struct NumberSource {
  std::string path;  ///< in the scenario: "vehicle.mass_kg", also with '*'
  std::string text;
};

/// Takes them out of a document, and reports paths at which nothing is written. One that another
/// file or an override has put something over is left out: what it describes is no longer there.
std::vector<NumberSource> take_sources(toml::table& document, const std::string& source_name,
                                       const std::vector<Includable>& includables, Report& report);

/// As lines of TOML, which are kept with a result, and back. What is no such line is left out.
std::string write_sources(const std::vector<NumberSource>& sources);
std::vector<NumberSource> read_sources(const std::string& text);

}  // namespace montecopter
