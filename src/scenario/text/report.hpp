#pragma once
/// Collects the problems of a scenario by dotted path, and knows where each path is written.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include "core/base/error.hpp"

namespace montecopter {

/// A position in a file the user wrote. line 0: the file (or argument) as a whole.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  std::string text() const;
};

/// Limit of reported problems, for files that are wrong throughout.
inline constexpr std::size_t max_problems = 100;

/// Source name of an override; its problems show no line and column.
inline constexpr std::string_view override_prefix = "--set ";

Place place_of(const toml::source_region& region, const std::string& fallback_file);

class Report {
 public:
  /// `file`: the scenario file, for problems without a better place.
  explicit Report(std::string file) : file_(std::move(file)) {}

  /// Sets the table in which paths are located; it must outlive the report or the next call.
  void locate_in(const toml::table& root) { root_ = &root; }
  /// Notes that rows of `path` were read from another file, row i from its line lines[i].
  void locate_rows(std::string path, std::string file, std::vector<std::uint32_t> lines);

  /// An error that concerns `path`, at the place where that (or the nearest table around it) is
  /// written; the second form says the place.
  void error(const std::string& path, std::string what, std::string why = {},
             std::string suggestion = {});
  void error_at(const Place& place, const std::string& path, std::string what, std::string why = {},
                std::string suggestion = {});
  void warning(const std::string& path, std::string what, std::string why = {},
               std::string suggestion = {});

  /// The path to report among contradicting paths: the first that an override gives, because the
  /// file was sound before it, or else the first.
  std::string newest(std::initializer_list<std::string> paths) const;

  /// Marks a value that was given but cannot be judged; an error elsewhere says why.
  void distrust(std::string path) { bad_paths_.push_back(std::move(path)); }

  /// Whether the user wrote this path (or what all entries of its list share).
  bool is_written(std::string_view path) const;
  /// Whether a command-line override gives the value at a path.
  bool is_overridden(std::string_view path) const;
  /// Whether there is no error yet at, below or above this path: its value can be judged.
  bool clean(std::string_view path) const;
  /// Whether there is no error yet at or above this path.
  bool clean_above(std::string_view path) const;
  std::size_t errors() const { return errors_ + dropped_; }
  /// Whether there are neither errors nor warnings.
  bool is_silent() const { return entries_.empty() && dropped_ == 0; }

  Place place(std::string_view path) const;
  Place place(const toml::source_region& region) const { return place_of(region, file_); }

  /// All problems: by file (the scenario first), then by line and column.
  Diagnostics diagnostics() const;

 private:
  struct Entry {
    Place place;
    Problem problem;
  };
  struct RowPlaces {
    std::string path;
    std::string file;
    std::vector<std::uint32_t> lines;
  };

  /// The path itself, or the path in the shared table if only that is written.
  std::string written_path(std::string_view path) const;

  std::string file_;
  const toml::table* root_ = nullptr;
  std::vector<RowPlaces> rows_;
  std::vector<Entry> entries_;
  std::vector<std::string> bad_paths_;
  std::size_t errors_ = 0;
  std::size_t dropped_ = 0;  ///< errors beyond max_problems
};

/// The path in the shared table `[a.b]` of the entries of `[[a.bs]]`: "a.bs.3.c" -> "a.b.c". Empty
/// if the path does not go through a list whose name ends in s.
std::string shared_path(std::string_view path);

}  // namespace montecopter
