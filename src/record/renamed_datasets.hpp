#pragma once
/// Datasets that earlier builds called otherwise. Those who read a result see the names of today;
/// checks and hashes cover no names, so that files keep what was stored.

#include "record/schema.hpp"

namespace montecopter::record {

/// Gives all datasets their names of today, as far as these are free.
void rename_datasets(Schema& schema);

}  // namespace montecopter::record
