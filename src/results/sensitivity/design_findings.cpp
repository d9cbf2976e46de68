#include "results/sensitivity/design_findings.hpp"

namespace montecopter {

std::optional<DesignStudy> study_of(std::string_view design) {
  std::optional<DesignStudy> study;
  with_design(design, [&]<class Design>(std::type_identity<Design>) {
    if constexpr (ComparesSamples<Design>) {
      using Traits = StudyTraits<Design>;
      study = {Traits::least_comparisons, Traits::resamples, Traits::limits_deleted,
               Traits::measure, Traits::explanation};
    }
  });
  return study;
}

}  // namespace montecopter
