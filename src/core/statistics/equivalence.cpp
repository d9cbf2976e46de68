#include "core/statistics/equivalence.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/statistics/holm.hpp"

namespace montecopter::statistics {

std::string_view name_of(Equivalence verdict) {
  switch (verdict) {
    case Equivalence::equivalent:
      return "equivalent";
    case Equivalence::different:
      return "different";
    case Equivalence::undecided:
      break;
  }
  return "undecided";
}

EquivalenceFinding test_equivalence(const MeanDifference& difference, double margin) {
  expects(margin >= 0, "a margin");
  const StudentTails above = difference_tails(difference, margin);
  const StudentTails below = difference_tails(difference, -margin);
  return {std::max(above.at_most, below.at_least),
          std::min(1.0, 2 * std::min(above.at_least, below.at_most))};
}

std::vector<EquivalenceMember> judge_equivalence(std::span<const EquivalenceFinding> findings,
                                                 double level) {
  std::vector<double> equivalent, beyond;
  for (const EquivalenceFinding& finding : findings) {
    equivalent.push_back(finding.p_equivalent);
    beyond.push_back(finding.p_beyond);
  }
  equivalent = holm(equivalent), beyond = holm(beyond);
  std::vector<EquivalenceMember> members;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Equivalence verdict = Equivalence::undecided;
    if (equivalent[i] <= level) verdict = Equivalence::equivalent;
    if (beyond[i] <= level) verdict = Equivalence::different;
    members.push_back({verdict, equivalent[i], beyond[i]});
  }
  return members;
}

}  // namespace montecopter::statistics
