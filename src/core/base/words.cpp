#include "core/base/words.hpp"

#include <algorithm>

namespace montecopter {
namespace {

bool is_unit(std::string_view unit) { return !unit.empty() && unit != "1"; }

}  // namespace

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string shell_word(std::string_view word) {
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_./=+:,@%-").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string with_unit(std::string number, std::string_view unit) {
  return is_unit(unit) ? number.append(" ").append(unit) : number;
}

std::string with_bracketed_unit(std::string name, std::string_view unit) {
  return is_unit(unit) ? name.append(" [").append(unit).append("]") : name;
}

}  // namespace montecopter
