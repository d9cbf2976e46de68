/// A magnetic field, and with LACKS_FOLD one that is half added: it does not say what it is.
/// Compiled by a test, never linked.

#include "dynamics/environment/magnetic_field.hpp"

namespace montecopter {

struct ToyField {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Points to the north";

  double north_t = 2e-5;

#ifndef LACKS_FOLD
  Vec3<double> fold() const { return {north_t, 0.0, 0.0}; }
#endif
};

static_assert(require_magnetic_field<ToyField>());

}  // namespace montecopter
