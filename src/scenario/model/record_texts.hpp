#pragma once
/// What people state about a campaign that no flight can tell: texts for the record of what its
/// numbers rest on (docs/report.md, after NASA-STD-7009B). They are no part of the flights: the
/// resolved scenario does not have them, and no hash depends on them.

#include <string>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

struct RecordTexts {
  std::string intended_use, referent_data, uncertainty_statement, reviewer;
  std::vector<std::string> waivers, known_defects;

  static constexpr auto fields() {
    using R = RecordTexts;
    return FieldList{
        field("intended_use", &R::intended_use,
              "What the results are to be used for: the decision that they serve"),
        field("referent_data", &R::referent_data,
              "What the models were compared with: flights, bench tests, other programs"),
        field("uncertainty_statement", &R::uncertainty_statement,
              "What is known of the uncertainty of the results beyond that of sampling"),
        field("reviewer", &R::reviewer, "Who has reviewed the campaign, and when"),
        field("waivers", &R::waivers,
              "Requirements or practices that were waived, each with who allowed it and why"),
        field("known_defects", &R::known_defects,
              "Defects of models, inputs or program that bear on the results"),
    };
  }
};

}  // namespace montecopter
