#pragma once
/// The types of a closed list by their place in it: kernels know no std::variant.

#include <cstddef>
#include <variant>

namespace montecopter {

/// Calls use.template operator()<T>() for the alternative of that index of a closed list.
template <class Variant, std::size_t i = 0, class Use>
void with_alternative(int index, Use use) {
  if constexpr (i < std::variant_size_v<Variant>) {
    if (index == static_cast<int>(i)) {
      use.template operator()<std::variant_alternative_t<i, Variant>>();
    } else {
      with_alternative<Variant, i + 1>(index, use);
    }
  }
}

}  // namespace montecopter
