# clang++ for aarch64, with the headers, libraries and binutils of Debian's g++-aarch64-linux-gnu, and its emulator for what
# CMake wants to run. So one build tries another architecture and another compiler than the release.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_LINKER aarch64-linux-gnu-ld CACHE FILEPATH "")
set(MONTECOPTER_OBJCOPY aarch64-linux-gnu-objcopy CACHE FILEPATH "")
