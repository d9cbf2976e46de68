#include "core/base/error.hpp"

namespace montecopter {

namespace {

std::string without_zeros(std::string text) {
  for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at)) {
    text.replace(at, 1, "\\x00");
  }
  return text;
}

}  // namespace

Error::Error(ExitCode code, const std::string& text)
    : std::runtime_error(without_zeros(text)), code_(code) {}

Error::Error(ExitCode code, const Problem& problem) : Error(code, problem.text()) {}

std::string Problem::text() const {
  std::string line = where.empty() ? std::string() : where + ": ";
  line += is_warning ? "warning: " : "error: ";
  line += what;
  if (!why.empty()) line += " (" + why + ")";
  line += ".";
  if (!suggestion.empty()) line += " " + suggestion + (suggestion.ends_with('?') ? "" : ".");
  return line;
}

void Diagnostics::error(std::string where, std::string what, std::string why,
                        std::string suggestion) {
  problems_.push_back(
      {std::move(where), std::move(what), std::move(why), std::move(suggestion), false});
  ++errors_;
}

void Diagnostics::warning(std::string where, std::string what, std::string why,
                          std::string suggestion) {
  problems_.push_back(
      {std::move(where), std::move(what), std::move(why), std::move(suggestion), true});
}

std::string Diagnostics::text() const {
  std::string all;
  for (const Problem& problem : problems_) {
    if (!all.empty()) all += "\n";
    all += problem.text();
  }
  return all;
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw Error(ExitCode::usage, text());
}

}  // namespace montecopter
