#include "scenario/text/includable.hpp"

#include "core/fields/paths.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {
namespace {

/// Kind of file that can hold a value of this type; empty: none.
std::string_view included_as(const TypeSchema& type) {
  return type.kind == TypeSchema::Kind::variant ? type.alternatives.front()->included_as
                                                : type.included_as;
}

/// Skips tables inside an included table: they belong to its file.
void collect(const TypeSchema& type, Vary vary, const std::string& path,
             std::vector<Includable>& found) {
  if (type.kind == TypeSchema::Kind::optional) {
    collect(*type.part, vary, path, found);
  } else if (!included_as(type).empty()) {
    found.push_back({path, std::string(included_as(type))});
  } else if (type.kind == TypeSchema::Kind::table) {
    for (const FieldSchema& field : type.fields) {
      collect(*field.type, field.vary, append_path(path, std::string(field.key)), found);
    }
  } else if (type.kind == TypeSchema::Kind::map && !has_path_keys(type, vary)) {
    collect(*type.part, vary, path + ".*", found);
  }
}

}  // namespace

std::vector<Includable> includables(const TypeSchema& format) {
  std::vector<Includable> found;
  collect(format, Vary::fixed, "", found);
  return found;
}

const std::vector<Includable>& scenario_includables() {
  static const std::vector<Includable> all = includables(schema_of<Scenario>());
  return all;
}

}  // namespace montecopter
