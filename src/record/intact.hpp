#pragma once
/// Whether a file still holds what was written into it. Asked before any of it is shown.

#include "record/reader.hpp"

namespace montecopter::record {

/// Error(refused), which says what is damaged and which samples, unless
/// - the bytes of every flown sample give its `check`;
/// - a finished file has no sample without a check, and gives its content hash;
/// - indices count from 0, times come evenly, and other coordinates ascend;
/// - scenario text, sources and coordinates give the description hash (description.hpp), and the
///   annotations give theirs.
/// HDF5's own checksums guard the other attributes. Reads the whole file once.
void require_intact(const ResultFile& file);

/// Whether scenario text, sources and coordinates give the description hash.
bool is_described(const ResultFile& file);

/// The same, and annotations: Error(refused) if not.
void require_description(const ResultFile& file);

/// All but the last of these: flights are what they were, whatever became of the texts.
void require_flights(const ResultFile& file, const UnverifiedSamples& found);

/// The same of a file whose checks were compared already, with what was found.
void require_intact(const ResultFile& file, const UnverifiedSamples& found);

}  // namespace montecopter::record
