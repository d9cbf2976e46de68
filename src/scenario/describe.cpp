#include "scenario/describe.hpp"

#include <algorithm>

#include "scenario/includable.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

void collect(const Description& d, const std::string& path, std::vector<DescribedPath>& found) {
  if (d.kind == Kind::table) {
    for (const Description& part : d.parts) collect(part, append_path(path, part.key), found);
  } else if (d.kind == Kind::variant) {
    for (const Description& alternative : d.parts) collect(alternative, path, found);
  } else if (d.kind == Kind::list && d.parts[0].parts.size() > 0 && d.parts[0].kind != Kind::list) {
    collect(d.parts[0], path + ".*", found);
  } else if (d.kind == Kind::map) {
    if (!has_path_keys(d.vary)) collect(d.parts[0], append_path(path, any_name), found);
  } else {
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const DescribedPath& other) { return other.path == path; });
    if (!known) found.push_back({path, &d});
  }
}

/// Tables in a table that is included belong to its file.
void collect_includables(const Description& d, const std::string& path,
                         std::vector<Includable>& found) {
  if (!d.included_as.empty()) {
    found.push_back({path, d.included_as});
  } else if (d.kind == Kind::table) {
    for (const Description& part : d.parts) {
      collect_includables(part, append_path(path, part.key), found);
    }
  } else if (d.kind == Kind::map && !has_path_keys(d.vary)) {
    collect_includables(d.parts[0], path + ".*", found);
  }
}

}  // namespace

const Description& scenario_description() {
  static const Scenario defaults;
  static const Description tree = describe_table(defaults);
  return tree;
}

std::vector<Includable> includables(const Description& tree) {
  std::vector<Includable> found;
  collect_includables(tree, "", found);
  return found;
}

std::vector<DescribedPath> leaf_paths(const Description& tree) {
  std::vector<DescribedPath> found;
  collect(tree, "", found);
  return found;
}

}  // namespace montecopter
