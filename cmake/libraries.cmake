# Debian 12 packages only; scripts/setup installs them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Eigen3 REQUIRED)
find_package(Boost 1.74 REQUIRED)
set(OPENSSL_USE_STATIC_LIBS ON)  # of five megabytes SHA-256 takes thirty kilobytes (src/core/base/sha256.cpp)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)

# The serial flavour of HDF5, whatever MPI flavours are installed besides. Its archive, not its shared
# library: Debian's brings 36 further libraries along (those of HTTP and Kerberos, for files in a cloud),
# and to load them takes longer than all else that a program does until it begins. An archive does not
# name the libraries that it needs.
set(HDF5_PREFER_PARALLEL OFF)
set(HDF5_USE_STATIC_LIBRARIES ON)
find_package(HDF5 REQUIRED COMPONENTS C HL)
set_property(TARGET hdf5::hdf5_hl APPEND PROPERTY INTERFACE_LINK_LIBRARIES hdf5::hdf5)
set_property(TARGET hdf5::hdf5 APPEND PROPERTY INTERFACE_LINK_LIBRARIES sz ZLIB::ZLIB m ${CMAKE_DL_LIBS})
