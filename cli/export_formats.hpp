#pragma once
/// The formats besides CSV in which `export` writes a result: one closed list, a row each. Options,
/// help, checks of names and what is written follow from it.

#include <array>
#include <string_view>

#include "export/flight_log.hpp"

namespace montecopter::cli {

/// Writes one sample.
struct ExportFormat {
  std::string_view option;  ///< "--ulog"
  std::string_view ending;  ///< of the file's name: ".ulg"
  std::string_view value;   ///< as help shows it: "FILE.ulg"
  std::string_view doc;
  void (*write)(const LoggedSample& logged, const ByteSink& sink);
};

inline constexpr auto export_formats = std::to_array<ExportFormat>({
    {"--ulog", ".ulg", "FILE.ulg",
     "One sample as a flight log of PX4 (Flight Review, PlotJuggler), all its signals and readings",
     export_ulog},
    {"--mcap", ".mcap", "FILE.mcap", "The same as MCAP (Foxglove, PlotJuggler)", export_mcap},
});

}  // namespace montecopter::cli
