#pragma once
/// A comparison for people (tables, sentences, Markdown) and for programs (JSON, JUnit XML).

#include <string>

#include "core/base/json.hpp"
#include "core/base/junit.hpp"
#include "core/base/table.hpp"
#include "results/compare/contrast.hpp"

namespace montecopter::compare {

/// What reports say of both files.
struct Sources {
  const Campaign& a;
  const Campaign& b;
  bool verified = true;  ///< whether somebody has compared the bytes with the hashes
};

/// Tables and sentences of `width` columns, about what differs most. Ends with a newline.
std::string contrast_text(const Contrast& contrast, const Sources& sources,
                          std::size_t width = usual_table_width);
std::string contrast_markdown(const Contrast& contrast, const Sources& sources);
/// An object.
Json contrast_json(const Contrast& contrast, const Sources& sources);
/// A case for each margin and point, which passes if it is equivalent.
JunitSuite contrast_junit(const Contrast& contrast, const Sources& sources);

/// "max_tilt_deg", with " at point 3" in a sweep.
std::string label(const Contrast& contrast, const Sources& sources, const std::string& name,
                  std::size_t point);
/// "undecided: 0.01 m, 90 % interval [-0.02, 0.04], margin 0.03"
std::string margin_text(const Contrast& contrast, const MarginContrast& row);
/// "paired by common random numbers: 200 pairs, 4 drawn inputs the same", or why not.
std::string pairing_text(const Contrast& contrast);

}  // namespace montecopter::compare
