#pragma once
/// The methods over arrays of numbers that the list of integrators names, as variants of which a
/// plan chooses one.

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/contract.hpp"
#include "dynamics/integrators/kinds.hpp"

namespace montecopter {

/// The methods of some integrators, over arrays of n numbers.
template <class S, std::size_t n, class... Is>
struct MethodList {
  using Variant = std::variant<typename Is::template Method<S, n>...>;

  /// Built in place: a method may point into itself.
  template <class... Arguments>
  static Variant make(IntegratorKind kind, const Arguments&... arguments) {
    return first_of(std::tuple<Is...>(), kind, arguments...);
  }

 private:
  template <class I, class... Others, class... Arguments>
  static Variant first_of(std::tuple<I, Others...>, IntegratorKind kind,
                          const Arguments&... arguments) {
    if constexpr (sizeof...(Others) > 0) {
      if (kind != integrator_number<I>) {
        return first_of(std::tuple<Others...>(), kind, arguments...);
      }
    }
    expects(kind == integrator_number<I>, "an integrator of this list");
    return Variant(std::in_place_type<typename I::template Method<S, n>>, arguments...);
  }
};

namespace detail {
template <Stepping stepping, class... Is>
auto stepped(const std::variant<Is...>*) -> decltype(std::tuple_cat(
    std::declval<std::conditional_t<Is::stepping == stepping, std::tuple<Is>, std::tuple<>>>()...));
template <class S, std::size_t n, class... Is>
MethodList<S, n, Is...> methods_of(const std::tuple<Is...>&);
}  // namespace detail

/// Methods of the integrators in the list that step that way.
template <Stepping stepping, class S, std::size_t n>
using MethodsOf = decltype(detail::methods_of<S, n>(
    detail::stepped<stepping>(static_cast<const IntegratorKinds*>(nullptr))));

/// Calls use(method) for the method that the variant holds (std::visit may throw).
template <class Use, class... Methods>
void with_method(std::variant<Methods...>& methods, Use use) {
  (void)((std::get_if<Methods>(&methods) && (use(*std::get_if<Methods>(&methods)), true)) || ...);
}

}  // namespace montecopter
