#pragma once
/// Which samples of a result are asked for: the same options wherever a command shows or flies some
/// of them.

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
  /// Error(usage) if they do not go together, or name samples that the file does not have.
  SampleChoice choice(const record::ResultFile& file) const;
};

/// --where alone.
Option where_option(std::optional<std::string>& where, const std::string& doc);

/// --sample, --where, --failed, --worst, --by, --smallest. `verb`: "List", "Fly".
Options sample_options(SampleOptions& options, const std::string& verb);

}  // namespace montecopter::cli
