#pragma once
/// Where two scenario texts part.

#include <string>
#include <string_view>

namespace montecopter::record {

/// "line 7: 'mass_kg = 2.0' against 'mass_kg = 2.1'", or empty if the texts are equal. Long lines
/// are cut.
std::string first_differing_line(std::string_view a, std::string_view b);

}  // namespace montecopter::record
