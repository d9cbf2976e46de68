#include "scenario/text/value_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/model/sweep.hpp"
#include "scenario/text/document.hpp"
#include "scenario/text/merge.hpp"

namespace montecopter {

namespace {

/// Tables that all points share: the campaign, and tables that define the columns of its file.
constexpr std::array<std::string_view, 7> common_tables = {
    "schema", "name", "output", "metrics", "requirement", "monte_carlo", "sweep"};

/// Takes one axis of sets out of the document.
class AxisTaker {
 public:
  AxisTaker(std::string path, toml::table& axis, const std::vector<Includable>& includables,
            Report& report)
      : path_(std::move(path)), axis_(axis), includables_(includables), report_(report) {}

  /// By name; empty after a problem.
  std::map<std::string, toml::table> take() {
    if (axis_.contains("include")) turn_files_into_sets();
    std::map<std::string, toml::table> sets;
    toml::node* node = axis_.get("sets");
    if (node == nullptr || !node->is_table()) return sets;
    for (auto&& [name, set] : *node->as_table()) {
      if (!set.is_table()) return {};  // the reader says what is wrong
      check(std::string(name.str()), *set.as_table());
      sets.emplace(std::string(name.str()), std::move(*set.as_table()));
      *set.as_table() = toml::table();
    }
    return sets;
  }

 private:
  std::string at() const { return append_path("sweep", path_); }

  void fail(const toml::node& node, std::string what, std::string why, std::string suggestion) {
    report_.distrust(path_);  // keys of the files are not reported as missing
    report_.error_at(report_.place(node.source()), at(), std::move(what), std::move(why),
                     std::move(suggestion));
  }

  bool is_includable() const {
    const auto parts = split_path(path_);
    return std::any_of(includables_.begin(), includables_.end(), [&](const Includable& one) {
      const auto pattern = split_path(one.path);
      return parts && std::equal(parts->begin(), parts->end(), pattern->begin(), pattern->end(),
                                 [](const std::string& part, const std::string& wanted) {
                                   return wanted == "*" || part == wanted;
                                 });
    });
  }

  /// `include = ["soft.toml", ...]` of the axis `controller` is the same as
  /// `sets.soft.controller.include = "soft.toml"`, ...
  void turn_files_into_sets() {
    toml::node& include = *axis_.get("include");
    if (axis_.contains("sets")) {
      return fail(include, fmt::format("'{}' is given by sets and include", at()),
                  "each of them gives all points", "Keep one of them");
    }
    toml::array* files = include.as_array();
    if (files == nullptr) return;  // the reader says what is wrong
    if (!is_includable()) return refuse_table(include);
    toml::table sets;
    for (toml::node& file : *files) {
      const toml::value<std::string>* text = file.as_string();
      if (text == nullptr) return;
      const std::string name = std::filesystem::path(text->get()).stem().string();
      if (sets.contains(name)) {
        return fail(file, fmt::format("two files are called '{}'", name),
                    "points are named after their files",
                    fmt::format("Give sets.NAME.{}.include instead, with a NAME for each", path_));
      }
      toml::table set = nested(std::move(file));
      sets.insert(name, std::move(set));
    }
    axis_.erase("include");
    axis_.insert("sets", std::move(sets));
  }

  void refuse_table(const toml::node& include) {
    std::vector<std::string> names;
    for (const Includable& one : includables_) names.push_back(one.path);
    const auto near = near_name(path_, names);
    fail(include, fmt::format("'{}' is not a table that a file can replace", path_),
         "tables that may include files are " + join(names),
         near ? fmt::format("Did you mean '{}'?", *near)
              : fmt::format("Give {}.sets instead", at()));
  }

  /// {controller = {include = file}}
  toml::table nested(toml::node&& file) const {
    toml::table inner;
    inner.insert("include", std::move(*file.as_string()));
    const std::vector<std::string> parts = split_path(path_).value();
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      toml::table outer;
      outer.insert(*part, std::move(inner));
      inner = std::move(outer);
    }
    return inner;
  }

  void check(const std::string& name, const toml::table& set) {
    if (set.empty()) {
      fail(set, fmt::format("the set '{}' of '{}' is empty", name, at()),
           "a set must change at least one key",
           fmt::format("For example sets.{}.controller.position_gain_1_s2 = 4.0", name));
    }
    for (auto&& [key, value] : set) {
      if (std::find(common_tables.begin(), common_tables.end(), key.str()) == common_tables.end()) {
        continue;
      }
      fail(value, fmt::format("'{}.sets.{}.{}' differs from point to point", at(), name, key.str()),
           "all points share it", "Remove it");
    }
  }

  std::string path_;
  toml::table& axis_;
  const std::vector<Includable>& includables_;
  Report& report_;
};

/// Two axes of one table would hide each other.
void check_apart(const std::vector<SetAxis>& axes, Report& report) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      for (const std::string& table : axes[i].tables) {
        const auto& others = axes[k].tables;
        if (std::find(others.begin(), others.end(), table) == others.end()) continue;
        const std::string at = append_path("sweep", axes[i].path);
        report.error_at(report.place(at), at,
                        fmt::format("the sets of '{}' and of '{}' both change '{}'", axes[k].path,
                                    axes[i].path, table),
                        "one would overwrite the other",
                        "Make one axis of both, with a set for each combination");
        return;
      }
    }
  }
}

}  // namespace

std::vector<SetAxis> lay_sets(toml::table& root, std::size_t combination,
                              const std::string& base_dir,
                              const std::vector<Includable>& includables, Report& report) {
  std::vector<SetAxis> axes;
  std::vector<std::map<std::string, toml::table>> sets;
  toml::node* sweep = root.get("sweep");
  if (sweep == nullptr || !sweep->is_table()) return axes;
  report.locate_in(root);
  for (auto&& [key, node] : *sweep->as_table()) {
    toml::table* axis = node.as_table();
    if (axis == nullptr || (!axis->contains("sets") && !axis->contains("include"))) continue;
    const std::string path(key.str());
    std::map<std::string, toml::table> found = AxisTaker(path, *axis, includables, report).take();
    if (found.empty()) continue;
    SetAxis one{path, {}, {}, 0};
    std::set<std::string> tables;
    for (const auto& [name, set] : found) {
      one.names.push_back(name);
      for (auto&& [table, value] : set) tables.emplace(table.str());
    }
    one.tables.assign(tables.begin(), tables.end());
    axes.push_back(std::move(one));
    sets.push_back(std::move(found));
  }
  check_apart(axes, report);
  for (std::size_t i = axes.size(); i-- > 0;) {
    axes[i].chosen = combination % axes[i].names.size();
    combination /= axes[i].names.size();
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    toml::table& set = sets[i].at(axes[i].names[axes[i].chosen]);
    lay_with_files(root, set, base_dir, includables, report);
  }
  return axes;
}

std::size_t combinations(const std::vector<SetAxis>& axes) {
  std::size_t count = 1;
  for (const SetAxis& axis : axes) count = std::min(count * axis.names.size(), most_sets + 1);
  return count;
}

std::string chosen_text(const std::vector<SetAxis>& axes) {
  std::string text;
  for (const SetAxis& axis : axes) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", axis.path, axis.names[axis.chosen]);
  }
  return text;
}

}  // namespace montecopter
