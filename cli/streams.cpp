#include "streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include "base/error.hpp"
#include "base/printable.hpp"

namespace montecopter::cli {
namespace {

int first_failure = 0;  // errno of the first answer that could not be printed

void keep_failure() {
  if (first_failure == 0) first_failure = errno;
}

bool is_within_character(char c) { return (static_cast<unsigned char>(c) >> 6) == 2; }

/// The line without its middle, if it is longer than anybody reads.
std::string shortened(std::string_view line) {
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
    out += shortened(text.substr(0, end));
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
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

void answer(const std::string& text) {
  const std::string shown = printable(text);
  if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size()) keep_failure();
}

void answer_now(const std::string& text) {
  answer(text);
  flush_answers();
}

std::size_t answer_width() {
  constexpr std::size_t usual = 80, least = 40;  // in fewer, nothing can be read
  winsize size{};
  const bool is_terminal = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_terminal ? std::max<std::size_t>(least, size.ws_col) : usual;
}

void AnswerStream::add(std::string_view piece) {
  block_ += piece;
  if (block_.size() >= (std::size_t{64} << 10)) finish();
}

void AnswerStream::finish() {
  answer(block_);
  flush_answers();
  block_.clear();
}

void remark(const std::string& text) { remark_as_it_is(with_short_lines(printable(text))); }

void remark_as_it_is(const std::string& text) {
  // One write: lines of several threads do not mix.
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

void flush_answers() {
  if (std::fflush(stdout) != 0) keep_failure();
  if (first_failure == 0 && std::ferror(stdout) == 0) return;
  const int error = first_failure != 0 ? first_failure : EIO;
  if (error == EPIPE) throw ReaderWentAway();
  throw Error(ExitCode::io, fmt::format("stdout: error: cannot print the answer ({}).",
                                        std::generic_category().message(error)));
}

void end_as_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  ::_exit(128 + SIGPIPE);  // where the signal is blocked
}

}  // namespace montecopter::cli
