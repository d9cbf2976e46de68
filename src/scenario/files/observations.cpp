#include "scenario/files/observations.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/files/csv_column.hpp"
#include "scenario/text/document.hpp"

namespace montecopter {

void read_observations(EmpiricalDistribution& empirical, const std::string& path,
                       const std::string& base_dir, Report& report) {
  if (!report.clean(path)) return;
  if (empirical.file.empty()) {
    if (empirical.column.empty()) return;
    report.error(append_path(path, "column"), "column is given without file",
                 "it names a column of that file", "Remove it");
    return;
  }
  if (!empirical.values.empty()) {
    report.error(append_path(path, "values"), "both file and values are given",
                 "the file holds the observations", "Remove one of them");
    return;
  }
  const auto values =
      read_csv_column({path, empirical.file, empirical.column, "observations"}, base_dir, report);
  if (values) empirical.values = *values;
  empirical.file.clear();
  empirical.column.clear();
}

}  // namespace montecopter
