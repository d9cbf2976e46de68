#include "verify/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/words.hpp"

namespace montecopter::verify {
namespace {

std::string figure(const Check& check) {
  return with_unit(significant(check.figure, check.wanted == 0 ? 2 : 4), check.unit);
}

std::string bound(const Check& check) {
  const std::string width = significant(check.tolerance, 2);
  if (check.wanted != 0) return significant(check.wanted, 2) + " +- " + width;
  return check.tolerance == 0 ? "0" : "<= " + width;
}

/// A table of the checks of all groups, with their names flush left.
std::string table_of(std::span<const GroupResult> results) {
  std::size_t width = 5;
  for (const GroupResult& result : results) {
    width = std::max(width, result.group.name.size());
  }
  Table table = {{fmt::format("{:{}}  check", "group", width), "figure", "tolerance", "verdict"},
                 {}};
  for (const GroupResult& result : results) {
    for (const Check& check : result.checks) {
      table.rows.push_back({fmt::format("{:{}}  {}", result.group.name, width, check.name),
                            figure(check), bound(check), check.passed() ? "pass" : "FAIL"});
    }
  }
  return table_text(table);
}

/// The details of a failure.
std::string failure(const GroupResult& result, const Check& check) {
  std::string text = fmt::format("FAIL {}: {} is {}, but must be {} ({})", result.group.name,
                                 check.name, figure(check), bound(check), check.source);
  if (!check.detail.empty()) text += ": " + check.detail;
  return text + "\n";
}

Json check_json(const GroupResult& result, const Check& check) {
  Json json = Json::object();
  json.set("group", Json::text(result.group.name)).set("name", Json::text(check.name));
  json.set("source", Json::text(check.source)).set("figure", Json::number(check.figure));
  json.set("unit", Json::text(check.unit)).set("wanted", Json::number(check.wanted));
  json.set("tolerance", Json::number(check.tolerance));
  json.set("passed", Json::boolean(check.passed()));
  if (!check.detail.empty()) json.set("detail", Json::text(check.detail));
  return json;
}

}  // namespace

Tally count(std::span<const GroupResult> results) {
  Tally tally;
  for (const GroupResult& result : results) {
    for (const Check& check : result.checks) ++(check.passed() ? tally.passed : tally.failed);
  }
  return tally;
}

std::string report_text(std::span<const GroupResult> results) {
  std::string text = table_of(results) + "\n";
  for (const GroupResult& result : results) {
    for (const Check& check : result.checks) {
      if (!check.passed()) text += failure(result, check);
    }
  }
  const Tally tally = count(results);
  if (tally.failed == 0)
    return text + fmt::format("all {} passed\n", counted(tally.passed, "check"));
  return text + fmt::format("{} of {} failed\n", tally.failed,
                            counted(tally.passed + tally.failed, "check"));
}

std::string report_json(std::span<const GroupResult> results, const Kernel& kernel) {
  const Tally tally = count(results);
  Json checks = Json::array();
  for (const GroupResult& result : results) {
    for (const Check& check : result.checks) checks.add(check_json(result, check));
  }
  Json json = Json::object();
  json.set("lanes", Json::text(kernel.name)).set("passed", Json::raw(std::to_string(tally.passed)));
  json.set("failed", Json::raw(std::to_string(tally.failed))).set("checks", std::move(checks));
  return json.print();
}

std::string groups_text() {
  std::string text;
  for (const Group& group : groups()) text += fmt::format("{:<15}{}\n", group.name, group.doc);
  return text;
}

std::string groups_json() {
  Json list = Json::array();
  for (const Group& group : groups()) {
    Json entry = Json::object();
    list.add(
        std::move(entry.set("name", Json::text(group.name)).set("doc", Json::text(group.doc))));
  }
  Json json = Json::object();
  json.set("groups", std::move(list));
  return json.print();
}

}  // namespace montecopter::verify
