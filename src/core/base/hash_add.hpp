#pragma once
/// The step of XXH3 that takes long, compiled for an instruction set that not every CPU has.

namespace montecopter {

/// Adds bytes to an XXH3_state_t, which is the same for all instruction sets, as are its digests.
void xxh3_add_avx512(void* state, const void* bytes, unsigned long size);

}  // namespace montecopter
