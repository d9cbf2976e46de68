#pragma once
/// stdout carries the answer, stderr everything else. An answer that cannot be printed is an error;
/// a remark that cannot be printed is none, for it must not end a run of many hours.

#include <cstddef>
#include <string>
#include <string_view>

namespace montecopter::cli {

/// The reader of stdout went away, as `head` does when it has seen enough. No std::exception: only
/// `main` is concerned.
struct ReaderWentAway {};

/// Call first. Opens the standard streams that the caller closed: otherwise the result file might
/// get descriptor 1 and be written over by the answer. Ignores SIGPIPE: a reader that goes away
/// does not end a run.
void open_standard_streams();

/// Prints to stdout; flush_answers() returns whether that worked. Texts may hold what damaged files
/// hold: control characters are shown and do nothing.
void answer(const std::string& text);

/// An answer of tables and sentences about verdicts: on a terminal these are coloured (colour.hpp),
/// and lines that are too long for it are broken.
void answer_verdicts(const std::string& text);

/// Help: lists of two columns, which fit the terminal.
void answer_help(const std::string& text);

/// An answer about verdicts, and it is there before anything else happens.
void answer_verdicts_now(const std::string& text);

/// Columns in which sentences of an answer are wrapped: those of the terminal that shows it, or 80.
std::size_t answer_width();

/// Columns of the tables of an answer: those of the terminal that shows it; else 100, so that files
/// and pipes have the same table everywhere.
std::size_t table_width();

/// Columns of the terminal that stderr is, or 80.
std::size_t remark_width();

/// From now on nothing is said but errors: no answer, no remark.
void be_quiet();
bool is_silenced();

/// Prints a long answer piece by piece, in blocks.
class AnswerStream {
 public:
  /// Throws as flush_answers() does, as soon as a block cannot be printed: nobody computes for a
  /// reader that went away.
  void add(std::string_view piece);
  /// Prints what is left; call last.
  void finish();

 private:
  std::string block_;
};

/// Prints to stderr, if that is possible; control characters as answer() does. Of a very long line
/// (somebody's argument of 120 kB, say) the middle is left out.
void remark(const std::string& text);

/// The same with control characters that are ours: a progress bar's.
void remark_as_it_is(const std::string& text);

/// Error(io) if anything printed to stdout did not get there; ReaderWentAway if nobody reads it.
void flush_answers();

/// Ends the process as SIGPIPE ends others, without a word.
[[noreturn]] void end_as_by_sigpipe();

}  // namespace montecopter::cli
