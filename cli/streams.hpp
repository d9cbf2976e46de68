#pragma once
/// stdout carries the answer, stderr everything else. An answer that cannot be printed is an error;
/// a remark that cannot be printed is none, for it must not end a run of many hours.

#include <string>
#include <string_view>

namespace montecopter::cli {

/// Call first. Opens the standard streams that the caller closed: otherwise the result file might
/// get descriptor 1 and be written over by the answer. Ignores SIGPIPE: a reader that goes away
/// does not end a run.
void open_standard_streams();

/// Prints to stdout; flush_answers() tells whether that worked.
void answer(const std::string& text);

/// Prints a long answer piece by piece, in blocks.
class AnswerStream {
 public:
  /// Error(io) as soon as a block cannot be printed: nobody computes for a reader that went away.
  void add(std::string_view piece);
  /// Prints what is left; call last.
  void finish();

 private:
  std::string block_;
};

/// Prints to stderr, if that is possible.
void remark(const std::string& text);

/// Error(io) if anything printed to stdout did not get there.
void flush_answers();

}  // namespace montecopter::cli
