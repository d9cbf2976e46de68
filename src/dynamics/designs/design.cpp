#include "dynamics/designs/design.hpp"

#include <algorithm>
#include <type_traits>

#include "base/contract.hpp"

namespace montecopter {

namespace {

/// visit(std::type_identity<Kind>) of the kind of that name.
template <std::size_t kind = 0, class Visitor>
auto visit_kind(std::string_view name, const Visitor& visit) {
  if constexpr (kind + 1 < std::variant_size_v<InputDesign>) {
    if (design_choices[kind].name != name) return visit_kind<kind + 1>(name, visit);
  }
  expects(design_choices[kind].name == name, "a design of the list");
  return visit(std::type_identity<std::variant_alternative_t<kind, InputDesign>>());
}

}  // namespace

bool takes(std::string_view name, DesignKey key) {
  bool found = false;
  with_design(name, [&]<class Kind>(std::type_identity<Kind>) {
    found = std::find(Kind::keys.begin(), Kind::keys.end(), key) != Kind::keys.end();
  });
  return found;
}

bool can_correlate(std::string_view name) {
  return visit_kind(name, []<class Kind>(std::type_identity<Kind>) { return Kind::can_correlate; });
}

InputDesign design_named(std::string_view name, const DesignInput& input) {
  return visit_kind(
      name, [&]<class Kind>(std::type_identity<Kind>) -> InputDesign { return Kind(input); });
}

Comparison comparison_of(std::string_view name, const DesignInput& input) {
  return visit_kind(name, [&]<class Kind>(std::type_identity<Kind>) -> Comparison {
    if constexpr (ComparesSamples<Kind>) return Kind::comparison(input);
    return {};
  });
}

bool compares_samples(std::string_view name) {
  return visit_kind(name,
                    []<class Kind>(std::type_identity<Kind>) { return ComparesSamples<Kind>; });
}

bool keeps_samples(std::string_view name) {
  return visit_kind(name, []<class Kind>(std::type_identity<Kind>) { return Kind::keeps_samples; });
}

}  // namespace montecopter
