#pragma once
/// Policy for calls of Boost.Math in this folder.

#include <boost/math/policies/policy.hpp>

namespace montecopter::statistics {

/// Digits of the wider types of some machines would be bits that others do not have.
using OwnDigits = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

}  // namespace montecopter::statistics
