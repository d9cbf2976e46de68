#pragma once
/// Statements about a campaign that flights cannot show: texts for its credibility record
/// (docs/report.md, after NASA-STD-7009B). They are no part of the flights: the resolved scenario
/// does not have them, and no hash depends on them.

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
              "Intended use of the results: the decision that they support"),
        field("referent_data", &R::referent_data,
              "What the models were compared with: flights, bench tests, other programs"),
        field("uncertainty_statement", &R::uncertainty_statement,
              "Known uncertainty of the results beyond the sampling uncertainty"),
        field("reviewer", &R::reviewer, "Reviewer of the campaign, and date of the review"),
        field(
            "waivers", &R::waivers,
            "Waived requirements or practices, each with the person who allowed it and the reason"),
        field("known_defects", &R::known_defects,
              "Defects of models, inputs or program that affect the results"),
    };
  }
};

}  // namespace montecopter
