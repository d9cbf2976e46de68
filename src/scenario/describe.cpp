#include "scenario/describe.hpp"

#include <algorithm>

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
  } else if (d.kind != Kind::map) {
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const DescribedPath& other) { return other.path == path; });
    if (!known) found.push_back({path, &d});
  }
}

}  // namespace

const Description& scenario_description() {
  static const Description tree = describe_table(Scenario{});
  return tree;
}

std::vector<DescribedPath> leaf_paths(const Description& tree) {
  std::vector<DescribedPath> found;
  collect(tree, "", found);
  return found;
}

}  // namespace montecopter
