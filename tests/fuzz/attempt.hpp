#pragma once
/// What every fuzz target does with what it tries.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/base/error.hpp"

namespace montecopter::fuzz {

/// Ends the process: libFuzzer keeps the input, the replay names it.
[[noreturn]] inline void finding(const std::string& what) {
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

/// False if the work refused its input, as it may; an internal error is a finding.
template <class Work>
bool accepted(Work work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (error.code() == ExitCode::internal) finding(error.what());
    return false;
  }
}

/// The same of what has been accepted before.
template <class Work>
void require_accepted(const char* what, Work work) {
  try {
    work();
  } catch (const Error& error) {
    finding(std::string(what) + ": " + error.what());
  }
}

}  // namespace montecopter::fuzz
