# `cmake --install`: the program with all that it tells of itself, and the library. The components
# `program`, `development` and, where there is MPI, `mpi` are packages of cmake/package.cmake.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(staging ${PROJECT_BINARY_DIR}/install)  # files that are made while installing

# Before anything is touched: scripts/run builds the program alone.
function(require_built component target)
  set(advice "Build it: cmake --build ${PROJECT_BINARY_DIR}.")
  if(component STREQUAL development)
    string(APPEND advice " Or install the program alone, with --component program.")
  endif()
  install(CODE "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
  message(FATAL_ERROR \"$<TARGET_FILE_NAME:${target}> has not been built. ${advice}\")
endif()" COMPONENT ${component})
endfunction()
require_built(program montecopter)
require_built(development montecopter_library)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS montecopter RUNTIME)
install(CODE "file(RPATH_REMOVE FILE
     \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/montecopter\")")  # that of the tarball's program
install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/${PROJECT_NAME}
        PATTERN __pycache__ EXCLUDE PATTERN .montecopter EXCLUDE)  # what `regress` failed the last time, here
# The Python package: nothing to build. Debian's Python looks there under the prefix /usr; docs/python.md says what
# else to do under another one.
install(DIRECTORY src/python/montecopter DESTINATION lib/python3/dist-packages PATTERN __pycache__ EXCLUDE)
# For controllers of the user's own, which need no library of ours: among the headers, and beside the example.
set(controller_header src/simulate/border/montecopter_controller.h)
install(FILES ${controller_header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${PROJECT_NAME} COMPONENT development)
install(FILES ${controller_header}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/${PROJECT_NAME}/scenarios/controllers/library)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
foreach(library hdf5 ssl)  # their archives are linked; where Debian's documents were left out, it is not there
  install(FILES /usr/share/doc/lib${library}-dev/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright.${library}
          OPTIONAL)
endforeach()
install(FILES src/results/report/page/d3-licence.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(NOT CMAKE_CROSSCOMPILING)
  install(CODE "set(MONTECOPTER_PROGRAM \"$<TARGET_FILE:montecopter>\")
set(MONTECOPTER_STAGING \"${staging}/share\")")
  install(SCRIPT cmake/self_description.cmake)
  install(DIRECTORY ${staging}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
endif()

# The program of the tarball (scripts/packing/tarball.py): its libraries lie in a folder beside it. cli/CMakeLists.txt
# makes room for the path.
install(PROGRAMS $<TARGET_FILE:montecopter> DESTINATION bin COMPONENT portable EXCLUDE_FROM_ALL)
install(CODE "file(RPATH_SET FILE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/montecopter\"
     NEW_RPATH \"${MONTECOPTER_PORTABLE_RPATH}\")" COMPONENT portable EXCLUDE_FROM_ALL)

# The module for mpirun, a package of its own: it is linked against MPI, and the program is not. Where
# src/record/cluster/transport.cpp looks for it.
if(TARGET montecopter_mpi)
  install(TARGETS montecopter_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${PROJECT_NAME} COMPONENT mpi)
endif()

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/${PROJECT_NAME})
install(TARGETS montecopter_library EXPORT montecopter-targets ARCHIVE
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT montecopter-targets NAMESPACE montecopter:: DESTINATION ${config_folder})
configure_package_config_file(cmake/montecopter-config.cmake.in montecopter-config.cmake
                              INSTALL_DESTINATION ${config_folder} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(montecopter-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/montecopter-config.cmake
              ${PROJECT_BINARY_DIR}/montecopter-config-version.cmake DESTINATION ${config_folder})
install(CODE "set(MONTECOPTER_SOURCE \"${PROJECT_SOURCE_DIR}/src\")
set(MONTECOPTER_STAGING \"${staging}/include/montecopter\")")
install(SCRIPT cmake/public_headers.cmake)
install(DIRECTORY ${staging}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
