#pragma once
/// What people add to the record of a result after it was flown: reviews, waivers, known defects.
///
/// /provenance/annotations holds TOML: a table [[annotation]] for each addition, which ends with
/// the line `sha256 = "..."`: the SHA-256 of the line before it of this kind (of the first one: of
/// the description hash in hexadecimal) and of its own lines. So no addition can be changed, moved
/// or taken out of the middle, and the last hash vouches for all of them.

#include <string>
#include <vector>

#include "record/reader.hpp"

namespace montecopter::record {

struct Annotations {
  std::string text;                 ///< TOML of all additions that verify
  std::vector<std::string> bodies;  ///< their lines, without head and hash
  std::string last_sha256;          ///< of the last one, or of the description if there is none
  std::string damage;               ///< what does not verify; empty if all do
};

/// Reads and verifies the additions. Files of earlier builds have none.
Annotations read_annotations(const ResultFile& file);

/// Appends the additions of one file that another does not have, for a file that takes over its
/// samples. Error(refused) as append_annotation().
void carry_annotations(const ResultFile& from, const ResultFile& to);

/// Now, "2026-11-28T12:00:00Z".
std::string utc_now();

/// Appends a table whose lines are `body`: "key = value", each with its line feed. `file` is open
/// for writing and locked. Error(refused) if there is no room, or if what is there is damaged.
void append_annotation(const ResultFile& file, const std::string& body);

}  // namespace montecopter::record
