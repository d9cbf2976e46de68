#pragma once
/// Choice of samples of a result: the same options in each command that shows or flies some of
/// them.

#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "results/summarise/choice.hpp"

namespace montecopter::cli {

struct SampleOptions {
  std::vector<std::string> samples;
  std::optional<std::string> worst, by, where;
  bool failed = false, smallest = false;

  bool is_empty() const { return samples.empty() && !worst && !by && !where && !failed; }
  /// The choice as values. Error(usage) if options exclude each other, or name samples that the
  /// file does not have.
  SampleChoice choice(const record::ResultFile& file) const;
};

/// The option --where.
Option where_option(std::optional<std::string>& where, const std::string& doc);

/// The options --sample, --where, --failed, --worst, --by and --smallest. `verb`: "List" or "Fly".
Options sample_options(SampleOptions& options, const std::string& verb);

}  // namespace montecopter::cli
