#pragma once
/// A stamp records that this build of the program passed all checks of `verify` on this machine. It
/// is a small file in the user's state folder. The SHA-256 of the program and the machine are its
/// name: another build, or another machine with the same home, finds no stamp.

#include <string>

namespace montecopter::verify {

/// Writes the stamp of the running program, with the present time. Returns the name of the file.
/// Error(io) if the user has no state folder, or if the file cannot be written.
std::string write_stamp(int checks);

/// Removes the stamp of the running program, if there is one.
void remove_stamp();

/// The text that results carry: "2026-11-28T13:00:00Z, 104 checks". Empty without a stamp. It reads
/// the whole program only if there is a stamp of this machine.
std::string read_stamp();

}  // namespace montecopter::verify
