#pragma once
/// Readable TOML: keys with the source of every number beside or above them.

#include <initializer_list>
#include <string>
#include <string_view>

namespace montecopter {

class TomlLines {
 public:
  /// Writes a comment of whole sentences, in lines of at most 100 columns.
  void say(std::string_view sentences);
  void blank() { text_ += '\n'; }
  void table(std::string_view name);    ///< writes [name]
  void element(std::string_view name);  ///< writes [[name]]
  void key(std::string_view key, std::string_view value, std::string_view source = {});
  void number(std::string_view key, double value, std::string_view source = {});
  /// Writes a number rounded to a whole one, as rates are written.
  void whole(std::string_view key, double value, std::string_view source = {});
  void numbers(std::string_view key, std::initializer_list<double> values,
               std::string_view source = {});
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Foreign text within one line of a comment.
std::string comment_words(std::string_view words);

/// Tables of an included file, moved below a key of a scenario.
std::string under(std::string_view key, const std::string& tables);

}  // namespace montecopter
