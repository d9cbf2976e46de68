#pragma once
/// The hash of what describes the flights of a result file, beside the content hash of the flights.
///
/// Covered, in this order:
///   1. the text attributes of the root group that the program writes (`described_attributes`);
///   2. /provenance/scenario, the scenario as it was given, with its [record] and its comments;
///   3. the coordinates of all dimensions (times, checkpoints, ...) except `sample`, which counts
///      from 0.
/// /provenance/description_sha256 stores it from the moment that the file is laid out. Annotations
/// are added later, and each has a hash of its own (annotations.hpp).

#include <string>

#include "core/base/hash.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// The hash of the bytes that the open file holds now. Error(io) if they cannot be read.
Digest256 description_sha256(int fd, const std::string& path, const Schema& schema);

/// The stored hash. Files of earlier builds have none: then it is the hash of what they hold.
Digest256 stored_description_sha256(int fd, const std::string& path, const Schema& schema);

/// Stores the hash of what the open file holds now.
void write_description_sha256(int fd, const std::string& path, const Schema& schema);

}  // namespace montecopter::record
