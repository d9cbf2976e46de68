#pragma once
/// stdout has the answer, stderr everything else. An answer that cannot be printed is an error. A
/// remark that cannot be printed is not an error, because it must not end a run of many hours.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter::cli {

/// Thrown if the reader of stdout went away, as `head` does when it has enough. It is not a
/// std::exception: only `main` catches it.
struct ReaderWentAway {};

/// Opens the standard streams that the caller closed; call first. Otherwise the result file might
/// get descriptor 1, and the answer would overwrite it. Ignores SIGPIPE: a reader that goes away
/// does not end a run.
void open_standard_streams();

/// Prints to stdout; flush_answers() reports failures. Texts may come from damaged files: control
/// characters are shown as text and have no effect.
void answer(const std::string& text);

/// Prints an answer of tables and sentences about verdicts. On a terminal, verdicts are coloured
/// (colour.hpp) and long lines are broken.
void answer_verdicts(const std::string& text);

/// Prints help: lists of two columns that fit the terminal.
void answer_help(const std::string& text);

/// Prints an answer about verdicts, and flushes it at once.
void answer_verdicts_now(const std::string& text);

/// Number of columns at which sentences of an answer are wrapped: the width of the terminal, or 80.
std::size_t answer_width();

/// Number of columns of tables in an answer: the width of the terminal, else 100, so that files and
/// pipes have the same table everywhere.
std::size_t table_width();

/// Number of columns of the terminal on stderr, or 80.
std::size_t remark_width();

/// Collects all answers from now on in place of printing them, and the lines of warnings and errors
/// that are printed to stderr.
void collect_answer();
/// The collected answer. Later answers are printed again.
std::string take_collected();
std::vector<std::string> printed_warnings();
std::vector<std::string> printed_errors();

/// Suppresses answers and remarks from now on; errors are still printed.
void be_quiet();
bool is_silenced();

/// Prints a long answer piece by piece, in blocks.
class AnswerStream {
 public:
  /// Throws as flush_answers() does, as soon as a block cannot be printed: no work is done for a
  /// reader that went away.
  void add(std::string_view piece);
  /// Prints what is left; call last.
  void finish();

 private:
  std::string block_;
};

/// Prints to stderr, if that is possible; control characters are shown as in answer(). The middle
/// of a very long line is left out, such as an argument of 120 kB.
void remark(const std::string& text);

/// Prints to stderr with its control characters, for a progress bar.
void remark_as_it_is(const std::string& text);

/// Error(io) if anything printed to stdout did not get there; ReaderWentAway if nobody reads it.
void flush_answers();

/// Ends the process by SIGPIPE, without a message.
[[noreturn]] void end_as_by_sigpipe();

}  // namespace montecopter::cli
