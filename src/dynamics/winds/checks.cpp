#include <fmt/format.h>

#include <string>

#include "core/base/counted.hpp"
#include "core/fields/problems.hpp"
#include "dynamics/winds/grid_setup.hpp"
#include "dynamics/winds/one_minus_cosine.hpp"
#include "dynamics/winds/shear.hpp"
#include "dynamics/winds/sinusoid.hpp"
#include "dynamics/winds/time_series.hpp"
#include "dynamics/winds/turbulence.hpp"

namespace montecopter {

namespace {

/// Whether each row is one.
template <class Table>
void check_wind_rows(const Table& wind, Problems& problems) {
  if (!problems.is_clean("file") || !problems.is_clean_above("rows")) return;
  if (wind.rows.empty() && problems.is_clean("rows")) {
    problems.error("rows", "the measured wind has no rows", "",
                   "Give rows = [[0, ...]] or file = \"wind.csv\"");
  }
  for (std::size_t i = 0; i < wind.rows.size(); ++i) {
    const std::vector<double>& row = wind.rows[i];
    const std::string at = "rows." + std::to_string(i);
    if (!problems.is_clean(at)) continue;
    if (row.size() != Table::columns) {
      problems.error(at,
                     fmt::format("the row has {} instead of {}", counted(row.size(), "number"),
                                 Table::columns),
                     Table::row_doc);
    } else if (Table::ascends && i > 0 && !wind.rows[i - 1].empty() &&
               !(row[0] > wind.rows[i - 1][0])) {
      problems.error(
          at, fmt::format("the row at {} comes after the row at {}", row[0], wind.rows[i - 1][0]),
          "times must ascend strictly");
    }
  }
}

}  // namespace

void TimeSeriesWind::check(Problems& problems) const { check_wind_rows(*this, problems); }

void GridWind::check(Problems& problems) const {
  check_wind_rows(*this, problems);
  if (!problems.is_clean() || rows.empty()) return;
  const auto fault = grid_fault(rows);
  if (!fault) return;
  problems.error("rows",
                 fmt::format("the grid has {} at north {}, east {}, down {}",
                             fault->is_missing ? "no node" : "several nodes", fault->place[0],
                             fault->place[1], fault->place[2]),
                 "each coordinate must occur with every coordinate of the other axes");
}

void LogShearWind::check(Problems& problems) const {
  if (is_sound()) return;
  problems.error(problems.newest("reference_height_m", "roughness_m"),
                 fmt::format("the reference height {} m is not above the roughness {} m",
                             reference_height_m, roughness_m),
                 "at and below the roughness length the air is at rest");
}

void LowAltitudeTurbulence::check(Problems& problems) const {
  const double used = modelled_height_m();
  if (used == height_m) return;
  problems.warning(
      "height_m", fmt::format("the model for low altitudes does not cover {:.6g} m", height_m),
      fmt::format("MIL-F-8785C defines it from {:.6g} to {:.6g} m (10 to 1000 ft): the turbulence "
                  "at {:.6g} m is used",
                  lowest_m, highest_m, used),
      height_m > used ? "Give sigma_m_s and length_m yourself, with dryden or von_karman" : "");
}

void SinusoidWind::check_step(double step_s, Problems& problems) const {
  const double highest_hz = 0.5 / step_s;
  if (frequency_hz <= highest_hz) return;
  problems.warning(
      "frequency_hz",
      fmt::format("a wind of {:.6g} Hz is aliased by steps of {:.6g} s", frequency_hz, step_s),
      fmt::format("the air is held over a step: frequencies above {:.6g} Hz, the "
                  "Nyquist frequency of the steps, appear as lower ones",
                  highest_hz),
      "Lower the frequency, or shorten the step");
}

void OneMinusCosineGust::check_step(double step_s, Problems& problems) const {
  const double rise_s = length_m / airspeed_m_s;
  if (rise_s >= step_s) return;
  problems.warning("length_m",
                   fmt::format("the gust rises within {:.3g} s, less than a step", rise_s),
                   fmt::format("the air is held over a step of {:.6g} s", step_s),
                   "Lengthen the gust, or shorten the step");
}

}  // namespace montecopter
