#pragma once
/// Text helpers: numbers that round-trip, strict number parsing, near names.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter {

/// Shortest decimal text that reads back as the same double; always with a '.', 'e', "nan" or
/// "inf", so that it is a TOML float.
std::string format_double(double value);

/// Strict decimal parsers: the whole text must be the number, no sign tricks, no octal, no
/// overflow; locale-independent. nullopt if the text is anything else.
std::optional<double> parse_double(std::string_view text);
std::optional<std::int64_t> parse_int(std::string_view text);

/// The candidate nearest to `name` by edit distance, if near enough to be a likely misspelling.
std::optional<std::string> near_name(std::string_view name,
                                     const std::vector<std::string>& candidates);

/// "a, b and c".
std::string join(const std::vector<std::string>& words, std::string_view last_separator = " and ");

/// Text as a quoted TOML basic string.
std::string toml_quote(std::string_view text);

/// Text as a JSON string.
std::string json_quote(std::string_view text);

/// Text as a cell of a CSV file (RFC 4180): quoted where it has to be.
std::string csv_quote(std::string_view text);

/// Number as a cell of a CSV file: the shortest text that reads back the same; NaN, inf or -inf.
std::string csv_number(double value);

/// Number as JSON, which has no NaN and no infinity: those are null.
std::string json_number(double value);

}  // namespace montecopter
