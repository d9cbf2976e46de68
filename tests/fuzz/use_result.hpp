#pragma once
/// What commands do with a result file that was opened, none of which may end in anything but a
/// result or a refusal.

#include "record/reader.hpp"

namespace montecopter::fuzz {

/// Reads every byte and every text, as `stats`, `stats --signal`, `export` and `diff` do.
void use(const record::ResultFile& file);

}  // namespace montecopter::fuzz
