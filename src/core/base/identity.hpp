#pragma once

namespace montecopter {

/// The version and the commit from which the program was built: "0.1.0 (13d54b7c0ffe)"; "+modified"
/// behind the commit where files differed from it, "unknown" where git could not tell. It is part
/// of the program, not of the library (cmake/identity.cmake).
extern const char* const build_name;

}  // namespace montecopter
