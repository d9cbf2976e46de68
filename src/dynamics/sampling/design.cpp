#include "dynamics/sampling/design.hpp"

namespace montecopter {

namespace {

/// Answer of ask(std::type_identity<Kind>) for the kind of that name; `otherwise`: there is none.
template <class Answer, class Ask>
Answer asked(std::string_view name, Answer otherwise, const Ask& ask) {
  with_design(name, [&](auto kind) { otherwise = ask(kind); });
  return otherwise;
}

}  // namespace

bool design_has_key(std::string_view name, DesignKey key) {
  return asked(name, false,
               [&]<class Kind>(std::type_identity<Kind>) { return kind_has_key<Kind>(key); });
}

bool can_correlate(std::string_view name) {
  return asked(name, false,
               []<class Kind>(std::type_identity<Kind>) { return Kind::can_correlate; });
}

std::optional<InputDesign> design_named(std::string_view name, const DesignInput& input) {
  std::optional<InputDesign> design;
  with_design(name, [&]<class Kind>(std::type_identity<Kind>) { design = Kind(input); });
  return design;
}

Comparison comparison_of(std::string_view name, const DesignInput& input) {
  return asked(name, Comparison(), [&]<class Kind>(std::type_identity<Kind>) -> Comparison {
    if constexpr (ComparesSamples<Kind>) return Kind::comparison(input);
    return {};
  });
}

bool compares_samples(std::string_view name) {
  return asked(name, false,
               []<class Kind>(std::type_identity<Kind>) { return ComparesSamples<Kind>; });
}

bool keeps_samples(std::string_view name) {
  return asked(name, false,
               []<class Kind>(std::type_identity<Kind>) { return Kind::keeps_samples; });
}

bool has_independent_samples(std::string_view name) {
  return asked(name, false,
               []<class Kind>(std::type_identity<Kind>) { return Kind::has_independent_samples; });
}

}  // namespace montecopter
