#pragma once
/// Datasets that earlier builds called otherwise. Those who read a result see the names of today;
/// checks and hashes cover no names, so that files keep what was stored.

#include <string_view>

#include "record/schema.hpp"

namespace montecopter::record {

/// Gives all datasets their names of today, as far as these are free.
void rename_datasets(Schema& schema);

/// A dataset by the name that it had before; null if there is none.
const Dataset* find_renamed(const Schema& schema, std::string_view before);

}  // namespace montecopter::record
