#pragma once
/// Why settings of other programs have no place here, by how their names begin.

#include <algorithm>
#include <span>
#include <string_view>

namespace montecopter {

struct OmittedReason {
  std::string_view prefix, why;
};

/// The first that fits; nullptr: none does.
inline const OmittedReason* reason_for(std::span<const OmittedReason> reasons,
                                       std::string_view name) {
  const auto at = std::find_if(reasons.begin(), reasons.end(), [&](const OmittedReason& reason) {
    return name.starts_with(reason.prefix);
  });
  return at == reasons.end() ? nullptr : &*at;
}

}  // namespace montecopter
