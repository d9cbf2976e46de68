/// A heading, and what is half added of it: LACKS_FOLD has no numbers of a sample, LACKS_SHAPE
/// nothing that all samples share, LACKS_LAW does not set the heading, LACKS_CHECKED does not say
/// whether its keys are checked. Compiled by a test, never linked.

#include "dynamics/trajectories/path.hpp"

namespace montecopter {

struct ToyHeading {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Away from home";
#ifndef LACKS_CHECKED
  static constexpr bool has_checked_keys = false;
#endif

#ifndef LACKS_FOLD
  void fold(PathConstants<double>& c) const;
#endif
#ifndef LACKS_SHAPE
  void shape(PathForm& form, PieceArrays& turns) const;
#endif
#ifndef LACKS_LAW
  template <class Path>
  static void set_heading(const Path& path, double t_s, Reference<typename Path::Scalar>& r) {
    path.set_constant_rate(t_s, r);
  }
#endif
};

static_assert(require_heading<ToyHeading>());
static_assert(require_heading_law<ToyHeading>());

}  // namespace montecopter
