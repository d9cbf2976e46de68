#pragma once
/// Reasons why settings of other programs are left out, by the beginning of their names.

#include <algorithm>
#include <span>
#include <string_view>

namespace montecopter {

struct OmittedReason {
  std::string_view prefix, why;
};

/// First reason that fits; nullptr: none does.
inline const OmittedReason* reason_for(std::span<const OmittedReason> reasons,
                                       std::string_view name) {
  const auto at = std::find_if(reasons.begin(), reasons.end(), [&](const OmittedReason& reason) {
    return name.starts_with(reason.prefix);
  });
  return at == reasons.end() ? nullptr : &*at;
}

}  // namespace montecopter
