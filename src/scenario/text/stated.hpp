#pragma once
/// Statements in a scenario besides numbers: the table [record], and comments beside keys. Both are
/// in the scenario text as written, which the result file keeps; the resolved text has neither. The
/// written text need not load: files that it includes may be gone.

#include <string>
#include <vector>

namespace montecopter {

/// Texts of [record] by key; a list has one text per line.
struct RecordFields {
  std::string key;
  std::vector<std::string> texts;
  bool operator==(const RecordFields&) const = default;
};
std::vector<RecordFields> stated_in_record(const std::string& scenario_text);

/// Adds what `montecopter annotate` appended (record/annotations.hpp), with its dates.
void add_annotations(std::vector<RecordFields>& all, const std::string& annotations);

/// A key with the comment beside it, or in the lines above it.
struct CommentedKey {
  std::string path, value, comment;
};
/// Keys with comments, in the order of the text. A value of several lines counts by its first line.
std::vector<CommentedKey> sourced_numbers(const std::string& scenario_text);

}  // namespace montecopter
