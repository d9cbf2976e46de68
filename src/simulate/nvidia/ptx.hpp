#pragma once
/// The forms of flights, compiled by clang to PTX ("PTX ISA", NVIDIA). The driver compiles PTX for
/// the card of this machine. The program contains the texts, compressed.

#include <cstddef>
#include <string>

namespace montecopter::nvidia {

/// The text of a form, by its place in the list.
std::string ptx_of(std::size_t form);

}  // namespace montecopter::nvidia
