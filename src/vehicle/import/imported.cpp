#include "vehicle/import/imported.hpp"

#include <fmt/format.h>

#include <map>

#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "scenario/load.hpp"
#include "vehicle/import/toml_lines.hpp"

namespace montecopter {
namespace {

constexpr std::size_t longest_value = 60;

/// Settings with the same reason, or one setting with an effect.
struct Row {
  std::vector<std::string> settings;
  std::string why;
  OmittedFilter filter;
};

std::vector<Row> rows_of(const std::vector<OmittedSetting>& left_out, std::int64_t& others) {
  std::vector<Row> rows;
  std::map<std::string, std::size_t> places;
  for (const OmittedSetting& one : left_out) {
    if (one.is_far) {
      ++others;
      continue;
    }
    std::string setting = fmt::format("{} = {}", one.name, shortened(one.value, longest_value));
    const auto known = places.find(one.why);
    if (one.filter.is_there() || known == places.end()) {
      if (!one.filter.is_there()) places.emplace(one.why, rows.size());
      rows.push_back({{std::move(setting)}, one.why, one.filter});
    } else {
      rows[known->second].settings.push_back(std::move(setting));
    }
  }
  return rows;
}

void write_row(const Row& row, TomlLines& lines) {
  lines.element("imported.left_out");
  std::string settings;
  for (const std::string& one : row.settings) {
    settings += (settings.empty() ? "" : ", ") + toml_quote(comment_words(one));
  }
  lines.key("settings", "[" + settings + "]");
  lines.key("why", toml_quote(row.why));
  const OmittedFilter& f = row.filter;
  if (!f.is_there()) return;
  lines.key("filter", toml_quote(*f.filter));
  lines.key("on", toml_quote(*f.on));
  if (f.order) lines.key("order", fmt::format("{}", *f.order));
  if (f.count) lines.key("count", fmt::format("{}", *f.count));
  if (f.frequency_hz) lines.number("frequency_hz", *f.frequency_hz);
  if (f.bandwidth_hz) lines.number("bandwidth_hz", *f.bandwidth_hz);
  if (f.delay_s) lines.number("delay_s", *f.delay_s);
}

/// The table [imported].
std::string record_of(const ImportResult& imported) {
  TomlLines lines;
  lines.blank();
  lines.say(
      "Settings of the file that this scenario does not have. `check` and `margins` warn if a "
      "filter in "
      "this "
      "list changes a margin.");
  lines.table("imported");
  lines.key("file", toml_quote(comment_words(imported.file)));
  lines.key("kind", toml_quote(imported.kind));
  if (!imported.program.empty()) lines.key("program", toml_quote(imported.program));
  std::int64_t others = 0;
  const std::vector<Row> rows = rows_of(imported.left_out, others);
  if (others > 0) {
    lines.key("others", fmt::format("{}", others), "unrelated settings");
  }
  for (const Row& row : rows) write_row(row, lines);
  return lines.text();
}

}  // namespace

std::string scenario_of(const ImportResult& imported, const std::string& name,
                        const std::string& vehicle_file) {
  std::string text = fmt::format("schema = 1\nname = {}\n\n", toml_quote(name));
  text += imported.vehicle.empty() ? fmt::format("[vehicle]\ninclude = {}\n{}",
                                                 toml_quote(vehicle_file), imported.vehicle_over)
                                   : under("vehicle", imported.vehicle);
  if (!imported.controller.empty()) text += "\n" + under("controller", imported.controller);
  return text + imported.flight + record_of(imported);
}

void require_loads(const std::string& scenario, const std::string& file) {
  try {
    load_scenario_text(scenario, "the import of " + file, ".");
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: error: its values make no valid scenario:\n{}", file,
                                          error.what()));
  }
}

}  // namespace montecopter
