#pragma once
/// Additions to the record of a result after it was flown: reviews, waivers, known defects.
///
/// /provenance/annotations holds TOML: a table [[annotation]] for each addition, which ends with
/// the line `sha256 = "..."`. This is the SHA-256 of the previous such line and of the table's own
/// lines; the first table uses the description hash in hexadecimal instead. No addition can
/// therefore be changed, moved or removed from the middle, and the last hash covers all of them.

#include <string>
#include <vector>

#include "record/reader.hpp"

namespace montecopter::record {

struct Annotations {
  std::string text;                 ///< TOML of all additions that verify
  std::vector<std::string> bodies;  ///< their lines, without head and hash
  std::string last_sha256;  ///< hash of the last one, or of the description if there is none
  std::string damage;       ///< what fails verification; empty if nothing does
};

/// Reads and verifies the additions. Files of earlier builds have none.
Annotations read_annotations(const ResultFile& file);

/// Appends the additions that one file has and another lacks, for a file that takes over its
/// samples. Throws Error(refused) as append_annotation() does.
void carry_annotations(const ResultFile& from, const ResultFile& to);

/// The present time, "2026-11-28T12:00:00Z".
std::string utc_now();

/// Appends a table whose lines are `body`: "key = value", each with its line feed. `file` is open
/// for writing and locked. Throws Error(refused) if there is no room or if existing additions are
/// damaged.
void append_annotation(const ResultFile& file, const std::string& body);

}  // namespace montecopter::record
