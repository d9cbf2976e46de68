#include "dynamics/designs/design.hpp"

#include "base/contract.hpp"

namespace montecopter {

namespace {

template <std::size_t kind = 0>
InputDesign find_kind(std::string_view name, const DesignInput& input) {
  if constexpr (kind + 1 < std::variant_size_v<InputDesign>) {
    if (design_choices[kind].name != name) return find_kind<kind + 1>(name, input);
  }
  expects(design_choices[kind].name == name, "a design of the list");
  return std::variant_alternative_t<kind, InputDesign>(input);
}

}  // namespace

InputDesign design_named(std::string_view name, const DesignInput& input) {
  return find_kind(name, input);
}

}  // namespace montecopter
