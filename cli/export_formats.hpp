#pragma once
/// The formats besides CSV in which `export` writes a result: two closed lists with a row each.
/// Options, help, checks of names and the writing follow from them.

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
  std::string_view ending;  ///< extension of the file: ".ulg"
  std::string_view value;   ///< placeholder in the help: "FILE.ulg"
  std::string_view doc;
  void (*write)(const LoggedSample& logged, const ByteSink& sink);
};

inline constexpr auto export_formats = std::to_array<ExportFormat>({
    {"--ulog", ".ulg", "FILE.ulg",
     "Write one sample as a PX4 flight log (Flight Review, PlotJuggler), with all signals and "
     "readings",
     export_ulog},
    {"--mcap", ".mcap", "FILE.mcap",
     "Write one sample as MCAP (Foxglove, PlotJuggler), with all signals and readings",
     export_mcap},
});

}  // namespace montecopter::cli
