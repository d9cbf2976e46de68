#pragma once
/// From text to one TOML table: the scenario file, the files that it includes, and the overrides of
/// the command line, every node with the place where the user wrote it.

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

/// Stands for standard input where a command takes a scenario. A file of this name is "./-".
inline constexpr std::string_view standard_input = "-";

/// What messages call it.
inline constexpr std::string_view standard_input_name = "stdin";

/// The same as read_text_file() of standard input, as often as it is asked for.
std::optional<std::string> read_text_of_standard_input(std::string& why);

/// `path` as seen from `base_dir`, unless it is absolute.
std::string resolve_path(const std::string& base_dir, const std::string& path);

/// The file that is named at a key: as seen from `base_dir`, or where an override names it from the
/// current directory, as all files of a command line are.
std::string path_named_at(const std::string& key, const std::string& name,
                          const std::string& base_dir, const Report& report);

/// What such a name is relative to, as the suggestion of a problem.
std::string start_of_name_at(const std::string& key, const Report& report);

/// Parses the text, merges what its tables include under the keys of these tables, and applies the
/// overrides over all. nullopt: the text itself is no TOML (reported). Of two keys that give one
/// quantity in different units, what lies above replaces what lies below.
///
/// An override "TABLE.include=FILE" puts the file in the place of the table; FILE is relative to
/// the current directory. Such overrides come before all others.
///
/// An override is "path=value". The value is read as TOML; if it is none, has only letters,
/// digits and the characters _ . : / + -, and looks like no number, it is taken as text, so that
/// `integrator.type=euler` needs no inner quotes.
std::optional<toml::table> read_document(std::string_view text, const std::string& source_name,
                                         const std::string& base_dir,
                                         const std::vector<std::string>& overrides,
                                         const std::vector<Includable>& includables,
                                         Report& report);

/// Lays a document over another as overrides are: its tables change the keys that they name, and
/// those that include a file take the place of what is there. Files start from `base_dir`, or where
/// an override names them from the current directory.
void lay_with_files(toml::table& root, toml::table& over, const std::string& base_dir,
                    const std::vector<Includable>& includables, Report& report);

}  // namespace montecopter
