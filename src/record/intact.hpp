#pragma once
/// Whether a file still holds what was written into it. Called before any of it is shown.

#include "record/reader.hpp"

namespace montecopter::record {

/// Requires an intact file. Throws Error(refused), which names the damage and the samples, unless
/// all of these hold:
///   1. The bytes of every flown sample match its `check`.
///   2. A finished file has no sample without a check, and matches its content hash.
///   3. Indices count from 0, times are evenly spaced, and other coordinates ascend.
///   4. Scenario text, sources and coordinates match the description hash (description.hpp), and
///   the annotations match theirs.
/// HDF5's own checksums guard the other attributes. Reads the whole file once.
void require_intact(const ResultFile& file);

/// Whether scenario text, sources and coordinates match the description hash.
bool is_described(const ResultFile& file);

/// Requires an intact description and annotations; throws Error(refused) if they are damaged.
void require_description(const ResultFile& file);

/// Requires intact flights: all conditions except the last one, on the texts.
void require_flights(const ResultFile& file, const UnverifiedSamples& found);

/// Requires an intact file whose checks were compared already, with the result `found`.
void require_intact(const ResultFile& file, const UnverifiedSamples& found);

}  // namespace montecopter::record
