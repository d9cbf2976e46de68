#pragma once
/// What a function expects of its callers and promises them, beyond its types. Checked in builds
/// with MONTECOPTER_CONTRACTS (the presets dev, asan and tsan). A broken contract is a bug of the
/// program, so it ends there with the place and the reason, as a signal. Other builds check
/// nothing; a mistake of a user is an Error in every build.

namespace montecopter {

/// Ends the program (abort) after a line on stderr.
[[noreturn]] void contract_failed(const char* kind, const char* what, const char* file, int line);

/// A precondition: `what` says it in words. The place is that of the caller.
constexpr void expects([[maybe_unused]] bool holds, [[maybe_unused]] const char* what,
                       [[maybe_unused]] const char* file = __builtin_FILE(),
                       [[maybe_unused]] int line = __builtin_LINE()) {
#ifdef MONTECOPTER_CONTRACTS
  if (!holds) contract_failed("expects", what, file, line);
#endif
}

/// A postcondition.
constexpr void ensures([[maybe_unused]] bool holds, [[maybe_unused]] const char* what,
                       [[maybe_unused]] const char* file = __builtin_FILE(),
                       [[maybe_unused]] int line = __builtin_LINE()) {
#ifdef MONTECOPTER_CONTRACTS
  if (!holds) contract_failed("ensures", what, file, line);
#endif
}

}  // namespace montecopter
