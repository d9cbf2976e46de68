#include "streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <system_error>

#include "colour.hpp"
#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/table.hpp"
#include "core/base/wrapped.hpp"

namespace montecopter::cli {
namespace {

int first_failure = 0;  // errno of the first answer that could not be printed
bool is_quiet = false;
bool is_collecting = false;
std::string collected;
std::mutex remark_mutex;  // remarks come from several threads
std::vector<std::string> kept_warnings, kept_errors;

void keep_failure() {
  if (first_failure == 0) first_failure = errno;
}

void print(const std::string& text) {
  if (is_quiet) return;
  if (is_collecting) {
    collected += text;
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) keep_failure();
}

/// Number of columns of a terminal; 0 if it is not a terminal.
std::size_t terminal_width(int fd) {
  constexpr std::size_t least = 40;  // in fewer, nothing can be read
  winsize size{};
  const bool is_terminal = ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_terminal ? std::max<std::size_t>(least, size.ws_col) : 0;
}

bool is_within_character(char c) { return (c & 0xc0) == 0x80; }

/// The line without its middle, if it is very long.
std::string without_middle(std::string_view line) {
  constexpr std::size_t longest = 4096;
  if (line.size() <= longest) return std::string(line);
  std::size_t head = longest * 3 / 4;
  std::size_t tail = line.size() - longest / 4;
  while (head > 0 && is_within_character(line[head])) --head;
  while (tail < line.size() && is_within_character(line[tail])) ++tail;
  return fmt::format("{} [{} bytes left out] {}", line.substr(0, head), tail - head,
                     line.substr(tail));
}

std::string with_short_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += without_middle(text.substr(0, end));
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// Keeps the lines of warnings and errors for a JSON answer.
void keep_remark(std::string_view text) {
  if (!is_collecting) return;
  const std::lock_guard lock(remark_mutex);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t warning = line.find("warning: "), error = line.find("error: ");
    if (warning < error) kept_warnings.emplace_back(line);
    if (error < warning) kept_errors.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void write_remark(const std::string& text) {
  // One write: lines of several threads do not mix.
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void open_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1) continue;
    // stdout is opened for reading, so that printing an answer fails with an error.
    ::open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void answer(const std::string& text) { print(printable(text)); }

void answer_verdicts(const std::string& text) {
  std::string shown = printable(text);
  if (const std::size_t width = terminal_width(STDOUT_FILENO)) shown = lines_within(shown, width);
  print(with_coloured_verdicts(shown));
}

void answer_help(const std::string& text) {
  const std::size_t width = terminal_width(STDOUT_FILENO);
  answer(width > 0 ? lines_within(text, width, GoesOn::in_second_column) : text);
}

void answer_verdicts_now(const std::string& text) {
  answer_verdicts(text);
  flush_answers();
}

std::size_t answer_width() {
  const std::size_t width = terminal_width(STDOUT_FILENO);
  return width > 0 ? width : 80;
}

std::size_t table_width() {
  const std::size_t width = terminal_width(STDOUT_FILENO);
  return width > 0 ? width : usual_table_width;
}

std::size_t remark_width() {
  const std::size_t width = terminal_width(STDERR_FILENO);
  return width > 0 ? width : 80;
}

void collect_answer() { is_collecting = true; }

std::string take_collected() {
  is_collecting = false;
  return std::move(collected);
}

std::vector<std::string> printed_warnings() {
  const std::lock_guard lock(remark_mutex);
  return kept_warnings;
}

std::vector<std::string> printed_errors() {
  const std::lock_guard lock(remark_mutex);
  return kept_errors;
}

void be_quiet() { is_quiet = true; }

bool is_silenced() { return is_quiet; }

void AnswerStream::add(std::string_view piece) {
  block_ += piece;
  if (block_.size() >= (std::size_t{64} << 10)) finish();
}

void AnswerStream::finish() {
  answer(block_);
  flush_answers();
  block_.clear();
}

void remark(const std::string& text) {
  keep_remark(text);
  if (is_quiet && text.find("error: ") == std::string::npos) return;
  write_remark(with_coloured_words(with_short_lines(printable(text))));
}

void remark_as_it_is(const std::string& text) { write_remark(text); }

void flush_answers() {
  if (std::fflush(stdout) != 0) keep_failure();
  if (first_failure == 0 && std::ferror(stdout) == 0) return;
  const int error = first_failure != 0 ? first_failure : EIO;
  if (error == EPIPE) throw ReaderWentAway();
  throw Error(ExitCode::io,
              Problem{"stdout", "cannot print the answer", std::generic_category().message(error)});
}

void end_as_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  ::_exit(128 + SIGPIPE);  // where the signal is blocked
}

}  // namespace montecopter::cli
