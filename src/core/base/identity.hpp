#pragma once

namespace montecopter {

/// What the program was built from: "0.1.0 (13d54b7c0ffe)", the version and the commit; "+modified"
/// behind the commit where files differed from it, "unknown" where git could not tell. Of the
/// program alone, not of the library (cmake/identity.cmake).
extern const char* const build_name;

}  // namespace montecopter
