#pragma once
/// TOML for people: keys with the source of every number behind or above them.

#include <initializer_list>
#include <string>
#include <string_view>

namespace montecopter {

class TomlLines {
 public:
  /// A comment of whole sentences, in lines of at most 100 columns.
  void say(std::string_view sentences);
  void blank() { text_ += '\n'; }
  void table(std::string_view name);    ///< [name]
  void element(std::string_view name);  ///< [[name]]
  void key(std::string_view key, std::string_view value, std::string_view source = {});
  void number(std::string_view key, double value, std::string_view source = {});
  /// Rounded to a whole number, as rates are written.
  void whole(std::string_view key, double value, std::string_view source = {});
  void numbers(std::string_view key, std::initializer_list<double> values,
               std::string_view source = {});
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Somebody's words within one line of a comment.
std::string comment_words(std::string_view words);

/// Tables of a file that is included, as they stand under a key of a scenario.
std::string under(std::string_view key, const std::string& tables);

}  // namespace montecopter
