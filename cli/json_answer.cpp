#include "json_answer.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/known_problems.hpp"
#include "core/base/version.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

/// Members of the outermost object, by a scan of its text.
bool has_member(std::string_view object, std::string_view name) {
  int depth = 0;
  for (std::size_t at = 0; at < object.size(); ++at) {
    const char c = object[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    const std::size_t begin = ++at;
    while (at < object.size() && object[at] != '"') at += object[at] == '\\' ? 2 : 1;
    const std::string_view text = object.substr(begin, at - begin);
    const std::size_t next = object.find_first_not_of(" \n", at + 1);
    if (depth == 1 && text == name && next != object.npos && object[next] == ':') return true;
  }
  return false;
}

/// The problem of a line, as it was when it became text; else of a line "WHERE: error: WHAT".
Problem problem_of(std::string_view line) {
  if (const auto known = problem_with_text(line)) return *known;
  constexpr std::string_view mark = "error: ";
  const std::size_t at = line.find(mark);
  if (at == line.npos) return {"", std::string(line)};
  const std::string_view where = line.substr(0, at);
  return {std::string(where.substr(0, where.empty() ? 0 : where.rfind(':'))),
          std::string(line.substr(at + mark.size()))};
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<Problem> problems_in(const std::vector<std::string>& lines) {
  std::vector<Problem> problems;
  for (const std::string& line : lines) problems.push_back(problem_of(line));
  return problems;
}

Json& set_problem(Json& out, const Problem& problem) {
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? Json() : Json::text(text);
  };
  return out.set("where", text_or_null(problem.where))
      .set("what", Json::text(problem.what))
      .set("why", text_or_null(problem.why))
      .set("suggestion", text_or_null(problem.suggestion));
}

/// Exit codes from 2 on are failures, except "inconclusive", which is a verdict.
bool is_failure(ExitCode code) { return code > ExitCode::no && code != ExitCode::inconclusive; }

Json error_json(ExitCode code, const std::vector<Problem>& problems) {
  Json all = Json::array();
  const Problem* first = nullptr;
  for (const Problem& problem : problems) {
    if (problem.is_warning) continue;
    if (first == nullptr) first = &problem;
    Json item = Json::object();
    set_problem(item, problem);
    all.add(std::move(item));
  }
  const Problem unknown{"", code >= ExitCode::interrupted ? "interrupted" : "the command failed"};
  Json error = Json::object();
  set_problem(error, first != nullptr ? *first : unknown);
  return error.set("exit_code", Json::number(static_cast<int>(code)))
      .set("problems", std::move(all));
}

void strip_end(std::string& text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
}

/// The answer of a command with the members of the envelope before its own.
std::string enveloped(const std::string& command, std::string body, const Json* error) {
  strip_end(body);
  const std::size_t begin = body.find_first_not_of(" \n");
  body = begin == body.npos ? "{}" : body.substr(begin);
  if (body.front() == '[') body = "{\"entries\": " + body + "}";
  Json head = Json::object();
  head.set("montecopter", Json::text(version)).set("command", Json::text(command));
  head.set("schema", Json::number(output_schema));
  if (!has_member(body, "warnings")) head.set("warnings", Json::texts(printed_warnings()));
  if (error != nullptr) head.set("error", *error);
  std::string text = head.print();
  strip_end(text);
  text.pop_back();  // the closing brace
  strip_end(text);
  const bool is_empty = body.find_first_not_of(" \n", 1) == body.size() - 1;
  return text + (is_empty ? "\n}" : ",\n  " + body.substr(body.find_first_not_of(" \n", 1))) + "\n";
}

}  // namespace

ExitCode answer_as_json(const std::string& command, const std::function<ExitCode()>& run) {
  collect_answer();
  try {
    const ExitCode code = run();
    const std::string body = take_collected();
    if (is_failure(code)) {
      const Json error = error_json(code, problems_in(printed_errors()));
      answer(enveloped(command, body, &error));
    } else if (!body.empty()) {  // other processes of a parallel run have no answer
      answer(enveloped(command, body, nullptr));
    }
    return code;
  } catch (const Error& error) {
    const std::string body = take_collected();
    const Json error_object = error_json(error.code(), problems_in(lines_of(error.what())));
    answer(enveloped(command, body, &error_object));
    throw;
  }
}

}  // namespace montecopter::cli
