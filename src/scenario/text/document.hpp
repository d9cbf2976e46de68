#pragma once
/// Makes one TOML table of the scenario file, the files that it includes, and the overrides of the
/// command line. Every node knows the place where the user wrote it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "scenario/text/includable.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Content of a text file of at most max_file_bytes, or nullopt and the reason in `why`.
std::optional<std::string> read_text_file(const std::string& path, std::string& why);

/// Name of standard input where a command takes a scenario. A file of this name is "./-".
inline constexpr std::string_view standard_input = "-";

/// Name of standard input in messages.
inline constexpr std::string_view standard_input_name = "stdin";

/// Text of standard input, as by read_text_file(); it may be asked for repeatedly.
std::optional<std::string> read_text_of_standard_input(std::string& why);

/// `path` as seen from `base_dir`, unless it is absolute.
std::string resolve_path(const std::string& base_dir, const std::string& path);

/// Path of the file that is named at a key: relative to `base_dir`, or to the current directory if
/// an override names it.
std::string path_named_at(const std::string& key, const std::string& name,
                          const std::string& base_dir, const Report& report);

/// Suggestion that says to which folder such a name is relative.
std::string start_of_name_at(const std::string& key, const Report& report);

/// Parses the text, merges what its tables include under the keys of these tables, and applies the
/// overrides over all. nullopt: the text itself is no TOML (reported). If two keys give one
/// quantity in different units, the upper layer replaces the lower.
///
/// An override "TABLE.include=FILE" puts the file in the place of the table; FILE is relative to
/// the current directory. Such overrides come before all others.
///
/// An override is "path=value". The value is read as TOML. Otherwise it is taken as text if it has
/// only letters, digits and the characters _ . : / + -, and does not look like a number. So
/// `integrator.type=euler` needs no inner quotes.
std::optional<toml::table> read_document(std::string_view text, const std::string& source_name,
                                         const std::string& base_dir,
                                         const std::vector<std::string>& overrides,
                                         const std::vector<Includable>& includables,
                                         Report& report);

/// Applies a document to another as overrides are applied: its tables change the keys that they
/// name, and tables that include a file replace the existing tables. Files are relative to
/// `base_dir`, or to the current directory if an override names them.
void lay_with_files(toml::table& root, toml::table& over, const std::string& base_dir,
                    const std::vector<Includable>& includables, Report& report);

}  // namespace montecopter
