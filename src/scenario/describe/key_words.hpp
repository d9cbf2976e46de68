#pragma once
/// A key in words, for the reference.

#include <string>
#include <vector>

#include "scenario/describe/describe.hpp"

namespace montecopter {

/// Type in words: "number", "3 numbers", "1 or 3 numbers", "word" (one of a closed set), "tables"
/// ...
std::string type_words(const Description& d);

/// Whether it is a table or several.
bool is_tabular(const Description& d);

/// Range in words: "> 0", "0 ... 100", "any"; empty if there are no numbers.
std::string range_words(const Description& d);

/// Variation of the key: "sample", "sweep point" or "fixed"; empty for tables.
std::string vary_words(const Description& d);

/// Default in words: "required", the default as TOML, or nothing.
std::string default_words(const Description& d);

/// The field's sentence, and sentences that its type adds.
std::vector<std::string> remarks(const Description& d);

/// Sentences about a table: "Exactly one of ... is needed.", "Its keys may come from ..."; may be
/// empty.
std::string needs_words(const Description& table);

}  // namespace montecopter
