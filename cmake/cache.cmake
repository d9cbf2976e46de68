# What was compiled before is not compiled again, where ccache is installed (-DMONTECOPTER_CCACHE=OFF: never).
option(MONTECOPTER_CCACHE "Compile through ccache if it is installed" ON)
find_program(MONTECOPTER_CCACHE_PROGRAM ccache)
if(MONTECOPTER_CCACHE AND MONTECOPTER_CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers (cmake/precompile.cmake) are cached only so.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
                                  ${MONTECOPTER_CCACHE_PROGRAM})
endif()
