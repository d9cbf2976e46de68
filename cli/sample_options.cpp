#include "sample_options.hpp"

#include <limits>

#include "core/base/error.hpp"
#include "options.hpp"
#include "sample_numbers.hpp"

namespace montecopter::cli {

SampleChoice SampleOptions::choice(const record::ResultFile& file) const {
  Diagnostics problems;
  if (worst && !by) {
    problems.error("--worst", "needs --by", "it ranks samples by a metric",
                   "Name a metric: --worst 5 --by max_tilt_deg");
  }
  if (by && !worst) {
    problems.error("--by", "needs --worst", "it names the metric that ranks the worst samples",
                   "Say how many: --worst 5");
  }
  if (smallest && !worst) problems.error("--smallest", "needs --worst and --by");
  problems.throw_if_errors();
  SampleChoice choice;
  choice.numbers = sample_numbers("--sample", samples, file.samples() - 1);
  choice.where = where;
  choice.failed = failed;
  if (worst) {
    choice.count = whole_number("--worst", *worst, 1, std::numeric_limits<std::int64_t>::max());
  }
  choice.by = by;
  choice.smallest = smallest;
  return choice;
}

Option where_option(std::optional<std::string>& where, const std::string& doc) {
  return {"--where", &where, doc, "CONDITION"};
}

Options sample_options(SampleOptions& options, const std::string& verb) {
  return {
      {"--sample", &options.samples, verb + " these samples, e.g. 3 or 3,17 or 40..45", "N"},
      where_option(
          options.where,
          verb + " samples that satisfy this condition, e.g. 'max_tilt_deg > 40 and status == ok'"),
      {"--failed", &options.failed, verb + " samples that did not end ok"},
      {"--worst", &options.worst,
       verb + " the N samples with the largest --by, of all or of the selection above", "N"},
      {"--by", &options.by, "With --worst: a metric, or a formula of columns", "NAME"},
      {"--smallest", &options.smallest, "With --worst: the samples with the smallest --by"},
  };
}

}  // namespace montecopter::cli
