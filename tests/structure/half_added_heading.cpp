/// A heading, and what is half added of it: LACKS_FOLD has no numbers of a sample, LACKS_SHAPE
/// nothing that all samples share. Compiled by a test, never linked.

#include "dynamics/trajectories/heading.hpp"

namespace montecopter {

struct ToyHeading {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Away from home";

#ifndef LACKS_FOLD
  void fold(PathConstants<double>& c) const;
#endif
#ifndef LACKS_SHAPE
  void shape(PathForm& form, PieceArrays& turns) const;
#endif
};

static_assert(require_heading<ToyHeading>());

}  // namespace montecopter
