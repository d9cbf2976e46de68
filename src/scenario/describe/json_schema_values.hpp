#pragma once
/// The part of the JSON Schema that is about single values: numbers, texts, rates and vectors.

#include <vector>

#include "core/base/json.hpp"
#include "scenario/describe/describe.hpp"

namespace montecopter {

/// {"type": type}
Json typed(const char* type);

Json any_of(std::vector<Json> schemas);

/// {"type": ["array", "object"]}: what is said of `items` and of `properties` stands side by side,
/// so that an error names the number that is wrong, and not only the whole.
Json list_or_table(Json schema);

Json number_schema(const char* type, const Range& range);

/// A text, or one of the choices.
Json text_schema(const Description& d);

/// A whole number, a ratio of whole numbers in a text, or one of the choices.
Json rate_schema(const Description& d);

/// A list of all components, or a table of some of them. Some take a shorter list, or one number.
/// `needs_all`: the table has to have all.
Json vector_schema(const Description& d, bool needs_all);

}  // namespace montecopter
