#pragma once
/// The hash of the description of a result file, in addition to the content hash of its flights.
///
/// It covers, in this order:
///   1. The text attributes of the root group that the program writes (`described_attributes`).
///   2. The scenario as it was given, /provenance/scenario, with its [record] and its comments.
///   3. The coordinates of all dimensions (times, checkpoints, ...) except `sample`, which counts
///      from 0.
/// The hash is stored in /provenance/description_sha256 when the file is laid out. Annotations are
/// added later, and each has its own hash (annotations.hpp).

#include <string>

#include "core/base/hash.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// The hash of the present contents of the open file. Throws Error(io) if they cannot be read.
Digest256 description_sha256(int fd, const std::string& path, const Schema& schema);

/// The stored hash. Files of earlier builds have none: then it is the hash of their present
/// contents.
Digest256 stored_description_sha256(int fd, const std::string& path, const Schema& schema);

/// Stores the hash of the present contents of the open file.
void write_description_sha256(int fd, const std::string& path, const Schema& schema);

}  // namespace montecopter::record
