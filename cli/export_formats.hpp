#pragma once
/// The formats besides CSV in which `export` writes a result: two closed lists, a row each.
/// Options, help, checks of names and what is written follow from them.

#include <array>
#include <span>
#include <string_view>

#include "results/export/arrays.hpp"
#include "results/export/flight_log.hpp"
#include "results/export/mat.hpp"
#include "results/export/npz.hpp"

namespace montecopter::cli {

/// Arrays of all samples; the name of the file states the format.
struct ArrayFormat {
  std::string_view ending;                             ///< ".mat"
  void (*require_sizes)(std::span<const NamedArray>);  ///< null: arrays of any size
  void (*write)(std::span<const NamedArray>, const ByteSink& sink);
};

inline constexpr auto array_formats = std::to_array<ArrayFormat>({
    {".mat", require_mat_sizes, write_mat},
    {".npz", nullptr,
     [](std::span<const NamedArray> arrays, const ByteSink& sink) { write_npz(arrays, sink); }},
});

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
