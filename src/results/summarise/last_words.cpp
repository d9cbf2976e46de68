#include "results/summarise/last_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/printable.hpp"
#include "core/base/shortened.hpp"

namespace montecopter {
namespace {

/// The column, if the file has one in this form; else nullptr.
const record::Dataset* words_column(const record::ResultFile& file) {
  const record::Dataset* column = file.find(last_words_column);
  if (column == nullptr || column->dims.empty() || column->dims[0] != "sample") return nullptr;
  if (column->element != Element::u8 || column->row_bytes() != last_words_bytes) return nullptr;
  return column;
}

/// The text of a row, up to the first zero.
std::string words_of(const record::ResultFile& file, const record::Dataset& column,
                     std::size_t sample) {
  const auto bytes = file.read_rows(column, static_cast<std::int64_t>(sample), 1);
  const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
  return printable(
      {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(end - bytes.begin())});
}

/// The text in one line. A long text keeps its beginning, which says why, and its end, which was
/// printed last.
std::string in_short(std::string_view words) {
  constexpr std::size_t most_at_each_end = 80;
  std::string line;
  for (const char c : words) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t';
    if (!is_space) line += c;
    if (is_space && !line.empty() && line.back() != ' ') line += ' ';
  }
  if (line.ends_with(' ')) line.pop_back();
  if (line.size() <= 2 * most_at_each_end) return line;
  std::size_t end = line.size() - most_at_each_end;
  while ((line[end] & 0xC0) == 0x80) ++end;
  return shortened(line, most_at_each_end) + line.substr(end);
}

}  // namespace

std::vector<Problem> last_words_warnings(const record::ResultFile& file, const Samples& samples) {
  const record::Dataset* column = words_column(file);
  const auto failed = samples.counts()[Status::controller_failed];
  if (column == nullptr || failed == 0) return {};
  std::string first;
  int named = 0;
  for (std::size_t i = 0; i < samples.size() && named < most_last_words; ++i) {
    if (samples.status[i] != Status::controller_failed) continue;
    first += fmt::format("{}sample {}: {}", named == 0 ? "" : "; ", i,
                         in_short(words_of(file, *column, i)));
    ++named;
  }
  Problem p;
  p.where = file.path();
  p.is_warning = true;
  p.what = fmt::format("the controller program failed in {} of {}", failed,
                       counted(samples.size(), "flight"));
  p.why = first;
  p.suggestion =
      fmt::format("'{}' in the file has the last output for each flight", last_words_column);
  return {p};
}

}  // namespace montecopter
