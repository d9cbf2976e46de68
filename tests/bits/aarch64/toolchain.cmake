# Debian's cross compiler (g++-aarch64-linux-gnu), and its emulator for what CMake wants to run.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(MONTECOPTER_OBJCOPY aarch64-linux-gnu-objcopy CACHE FILEPATH "")
