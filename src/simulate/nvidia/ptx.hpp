#pragma once
/// The forms of flights as clang has compiled them, PTX ("PTX ISA", NVIDIA), which the driver
/// compiles for the card that is there. They lie in the program, compressed.

#include <cstddef>
#include <string>

namespace montecopter::nvidia {

/// The text of a form, by its place in the list.
std::string ptx_of(std::size_t form);

}  // namespace montecopter::nvidia
