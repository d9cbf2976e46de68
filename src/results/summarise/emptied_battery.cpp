#include "results/summarise/emptied_battery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"

namespace montecopter {

std::vector<Problem> emptied_battery_warnings(const record::ResultFile& file,
                                              const Samples& samples) {
  const std::string name = std::string(metric_prefix) + "final_state_of_charge";
  if (file.find(name) == nullptr) return {};
  const record::Dataset& column = sample_column(file, name);
  std::int64_t emptied = 0, first = -1, flown = 0;
  constexpr std::int64_t piece = 1 << 16;
  for (std::int64_t from = 0; from < column.rows(); from += piece) {
    const auto charges = file.read_f64(column, from, std::min(piece, column.rows() - from));
    for (std::size_t i = 0; i < charges.size(); ++i) {
      const std::int64_t sample = from + static_cast<std::int64_t>(i);
      const Status status = samples.at_row(sample);
      if (status == Status::not_run || status == Status::invalid_input) continue;
      ++flown;
      if (!(charges[i] <= 0)) continue;
      if (emptied++ == 0) first = sample;
    }
  }
  if (emptied == 0) return {};
  return {
      {.where = file.path(),
       .what = fmt::format("{} of {} emptied the battery", emptied, counted(flown, "sample")),
       .why = fmt::format("the first is sample {}; unlike a real vehicle, the model flies on at "
                          "the voltage of an empty battery",
                          first),
       .suggestion = "Shorten the flight, give the battery more charge, or add a requirement on "
                     "final_state_of_charge",
       .is_warning = true}};
}

}  // namespace montecopter
