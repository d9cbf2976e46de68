#include "scenario/epistemic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/fields/paths.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/model/epistemic_inputs.hpp"
#include "scenario/model/sweep.hpp"
#include "scenario/text/reader.hpp"

namespace montecopter {
namespace {

/// The entry with kind = "epistemic"; null for another one.
const toml::table* epistemic_entry(const toml::node& node) {
  const toml::table* entry = node.as_table();
  return entry != nullptr && (*entry)["kind"].value<std::string_view>() == epistemic ? entry
                                                                                     : nullptr;
}

/// Takes the epistemic entries out of a table `disperse`.
toml::table take_entries(toml::table& disperse) {
  toml::table taken;
  for (auto entry = disperse.begin(); entry != disperse.end();) {
    if (epistemic_entry(entry->second) == nullptr) {
      ++entry;
      continue;
    }
    taken.insert(entry->first, std::move(*entry->second.as_table()));
    entry = disperse.erase(entry);
  }
  return taken;
}

struct EpistemicInput {
  std::string target;             ///< dotted path
  std::vector<std::string> path;  ///< its components
  Distribution distribution;

  bool is_interval() const {
    return std::holds_alternative<Dispersed<UniformDistribution>>(distribution);
  }
  /// The value at a quantile in [0, 1]; 0 and 1 are for intervals.
  double value(double u) const {
    if (const auto* interval = std::get_if<Dispersed<UniformDistribution>>(&distribution)) {
      if (u == 0 || u == 1) return u == 0 ? interval->low : interval->high;
    }
    const Uniform53 uniform{static_cast<std::uint64_t>(u * 0x1p53)};
    return std::visit(
        [&]<class D>(const D& d) {
          if constexpr (requires { d.quantile(uniform); }) return d.quantile(uniform);
          return 0.0;
        },
        distribution);
  }
};

/// Why an entry cannot be epistemic; empty if it can.
std::string objection(const Distribution& distribution) {
  return std::visit(
      []<class D>(const D& d) -> std::string {
        if (d.apply != "value" || d.share != "all") return "its points are values of one number";
        if constexpr (requires { d.quantile(Uniform53{}); }) return {};
        return "it is not the distribution of one number";
      },
      distribution);
}

/// Reads a document with the epistemic inputs alone.
std::vector<EpistemicInput> read_inputs(const toml::table& document, Report& report) {
  EpistemicInputs read;
  Reader(report).read(document, read);
  std::vector<EpistemicInput> inputs;
  for (auto& [target, distribution] : read.disperse) {
    const std::string at = append_path("disperse", target);
    if (!report.clean(at)) continue;
    validate_distribution(distribution, at, report);
    if (const std::string why = objection(distribution); !why.empty()) {
      report.error(at, fmt::format("'{}' cannot be epistemic", target), why,
                   "Use dist = \"uniform\" for an interval, and leave out apply and share");
    }
    const auto path = split_path(target);
    if (!path || target.find('*') != std::string::npos) {
      report.error(at, fmt::format("'{}' is not the path of one number", target), "",
                   "For example disperse.'disperse.\"vehicle.mass_kg\".mean' or vehicle.mass_kg");
      continue;
    }
    std::visit(
        []<class D>(D& d) {
          if constexpr (requires { d.prepare(); }) d.prepare();
        },
        distribution);
    inputs.push_back({target, *path, distribution});
  }
  return inputs;
}

/// Quantiles of the inputs at each point.
std::vector<std::vector<double>> points_of(const std::vector<EpistemicInput>& inputs,
                                           std::size_t count) {
  const std::size_t d = inputs.size();
  bool are_intervals = true;
  for (const EpistemicInput& input : inputs) are_intervals = are_intervals && input.is_interval();
  const std::size_t corners = d < 9 ? std::size_t{1} << d : count;
  std::vector<std::vector<double>> points = {even_point(d, 0)};
  for (std::size_t c = 0; are_intervals && c < corners && corners < count; ++c) {
    std::vector<double>& corner = points.emplace_back(d);
    for (std::size_t k = 0; k < d; ++k) corner[k] = static_cast<double>(c >> k & 1);
  }
  for (std::size_t i = 1; points.size() < count; ++i) points.push_back(even_point(d, i));
  return points;
}

/// Puts a value into nested tables. No path is the beginning of another.
void put(toml::table& table, const std::vector<std::string>& path, double value) {
  toml::table* at = &table;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    at = at->insert(path[i], toml::table()).first->second.as_table();
  }
  at->insert_or_assign(path.back(), value);
}

/// Reports an input whose path begins with that of another: one of them is no number.
void check_paths(const std::vector<EpistemicInput>& inputs, Report& report) {
  for (const EpistemicInput& one : inputs) {
    for (const EpistemicInput& other : inputs) {
      if (&one == &other || one.path.size() > other.path.size() ||
          !std::equal(one.path.begin(), one.path.end(), other.path.begin())) {
        continue;
      }
      report.error(append_path("disperse", other.target),
                   fmt::format("'{}' and '{}' cannot both be epistemic", one.target, other.target),
                   "the first is a number, which has no parts", "Remove one of them");
    }
  }
}

/// Takes monte_carlo.epistemic_points out of the document; 0 after a problem.
std::size_t take_count(toml::table& root, bool are_inputs, Report& report) {
  toml::table* campaign = root["monte_carlo"].as_table();
  toml::node* node = campaign != nullptr ? campaign->get("epistemic_points") : nullptr;
  if (node == nullptr) return usual_epistemic_points;
  const std::string at = "monte_carlo.epistemic_points";
  if (!are_inputs) {
    report.error(at, fmt::format("'{}' is given without epistemic inputs", at), "",
                 "Add kind = \"epistemic\" to an entry of [disperse], or remove it");
    return 0;
  }
  const auto count = node->value<std::int64_t>();
  if (!count || *count < 2 || *count > static_cast<std::int64_t>(most_sets)) {
    report.error(at, fmt::format("'{}' must be a whole number from 2 to {}", at, most_sets));
    return 0;
  }
  campaign->erase("epistemic_points");
  return static_cast<std::size_t>(*count);
}

/// Whether the axis has room in the sweep, which is made if there is none.
bool may_add_axis(toml::table& root, const toml::table& entries, Report& report) {
  if (!root.contains("sweep")) root.insert("sweep", toml::table());
  const toml::table* sweep = root["sweep"].as_table();
  if (sweep == nullptr) return false;  // the reader says what is wrong
  for (auto&& [key, axis] : *sweep) {
    if (key.str() != epistemic_axis && !entries.contains(key.str())) continue;
    const std::string at = append_path("sweep", key.str());
    report.error_at(report.place(axis.source()), at,
                    fmt::format("'{}' is swept beside epistemic inputs", key.str()),
                    fmt::format("they make the axis '{}' and set its numbers", epistemic_axis),
                    "Remove one of them, or rename the axis");
    return false;
  }
  return true;
}

/// Adds the numbers of a node, by path.
void add_numbers(const toml::node& node, const std::string& path,
                 std::map<std::string, double>& numbers) {
  if (const toml::table* table = node.as_table()) {
    for (auto&& [key, value] : *table) add_numbers(value, append_path(path, key.str()), numbers);
  } else if (const toml::array* list = node.as_array()) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      add_numbers((*list)[i], append_path(path, std::to_string(i)), numbers);
    }
  } else if (const auto number = node.value<double>(); number && !node.is_boolean()) {
    numbers[path] = *number;
  }
}

}  // namespace

std::vector<NumberOfSets> numbers_of_sets(const std::string& resolved, const std::string& axis) {
  const toml::table root = toml::parse(resolved);
  const toml::table* sets = root["sweep"][axis]["sets"].as_table();
  std::vector<std::map<std::string, double>> all;
  std::map<std::string, std::vector<double>> found;
  if (sets == nullptr) return {};
  for (auto&& [name, set] : *sets) {
    add_numbers(set, "", all.emplace_back());
    for (const auto& [path, value] : all.back()) found[path];
  }
  std::vector<NumberOfSets> differing;
  for (auto& [path, values] : found) {
    for (const auto& numbers : all) {
      const auto number = numbers.find(path);
      values.push_back(number == numbers.end() ? std::nan("") : number->second);
    }
    const bool differs =
        std::any_of(values.begin(), values.end(),
                    [first = values.front()](double value) { return value != first; });
    if (differs) differing.push_back({path, std::move(values)});
  }
  return differing;
}

std::vector<double> even_point(std::size_t dimensions, std::size_t number) {
  double ratio = 2;  // the root of x^(d+1) = x + 1, by Newton's method
  for (int i = 0; i < 60; ++i) {
    double power = 1;
    for (std::size_t k = 0; k < dimensions; ++k) power *= ratio;
    ratio -= (power * ratio - ratio - 1) / (static_cast<double>(dimensions + 1) * power - 1);
  }
  std::vector<double> point(dimensions);
  double step = 1;
  for (double& u : point) {
    step /= ratio;
    const double sum = 0.5 + static_cast<double>(number) * step;
    u = sum - std::floor(sum);
  }
  return point;
}

void turn_epistemic_inputs_into_sets(toml::table& root, Report& report) {
  report.locate_in(root);
  toml::table* disperse = root["disperse"].as_table();
  bool any = false;
  if (disperse != nullptr) {
    for (auto&& [key, node] : *disperse) any = any || epistemic_entry(node) != nullptr;
  }
  const std::size_t count = take_count(root, any, report);
  if (!any || count == 0) return;
  toml::table document;
  const toml::table& entries =
      *document.insert("disperse", take_entries(*disperse)).first->second.as_table();
  if (!may_add_axis(root, entries, report)) return;
  const std::size_t before = report.errors();
  report.locate_in(document);
  const std::vector<EpistemicInput> inputs = read_inputs(document, report);
  report.locate_in(root);
  check_paths(inputs, report);
  if (report.errors() > before) return;
  const std::vector<std::vector<double>> points = points_of(inputs, count);
  toml::table sets;
  for (std::size_t i = 0; i < points.size(); ++i) {
    toml::table set;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      put(set, inputs[k].path, inputs[k].value(points[i][k]));
    }
    sets.insert(fmt::format("p{:03}", i), std::move(set));
  }
  toml::table axis;
  axis.insert("sets", std::move(sets));
  root["sweep"].as_table()->insert(epistemic_axis, std::move(axis));
}

}  // namespace montecopter
