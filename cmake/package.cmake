# `cpack` (scripts/package): montecopter.deb with the program, libmontecopter-dev.deb with the library,
# montecopter-mpi.deb, where there is MPI, with the module for mpirun.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The montecopter authors <montecopter@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS  # whatever the umask
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME montecopter)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "python3, python3-xarray, python3-h5netcdf, python3-matplotlib, python3-tqdm")  # the Python package
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"One TOML scenario in, one HDF5 result file out: flies a vehicle many times,
each time a little different. The same scenario and seed give the same bits on
any number of threads, with any SIMD width and after any interruption.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libmontecopter-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "montecopter (= ${PROJECT_VERSION}), libfmt-dev, libtomlplusplus-dev, libssl-dev, libhdf5-dev, zlib1g-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"Static library, headers and CMake package for programs that fly scenarios
themselves: find_package(montecopter), target montecopter::montecopter.")
if(TARGET montecopter_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME montecopter-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "montecopter (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_MPI_DESCRIPTION
"Lets several processes that mpirun has started fill one result: the module that
montecopter loads there.")
endif()
include(CPack)
