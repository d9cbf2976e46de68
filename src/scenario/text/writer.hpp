#pragma once
/// Writes parameter structs as TOML by their schema.

#include <functional>
#include <string>
#include <string_view>

#include "core/fields/type_schema.hpp"

namespace montecopter {

class Writer {
 public:
  /// Whether a key of the table at a path need not be written, in addition to
  /// TypeSchema::says_nothing.
  using SaysNothing = std::function<bool(std::string_view path, std::string_view key)>;

  explicit Writer(SaysNothing says_nothing) : says_nothing_(std::move(says_nothing)) {}

  /// The lines of a table: first its keys of one line, then the tables below it.
  void fields(const TypeSchema& table, const void* owner, const std::string& path);

  std::string text() && { return std::move(text_); }

 private:
  bool says_nothing(const TypeSchema& table, const void* owner, std::string_view path,
                    std::string_view key) const;
  void line(std::string_view key, const TypeSchema& type, const void* value);
  void tables(const TypeSchema& type, const void* value, const std::string& path);
  void body(const TypeSchema& type, const void* value, const std::string& path);

  SaysNothing says_nothing_;
  std::string text_;
};

}  // namespace montecopter
