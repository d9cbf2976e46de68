add_library(montecopter_warnings INTERFACE)
target_compile_options(montecopter_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                      -Wno-sign-conversion -Wno-psabi
  # false alarm of g++ 12 in std::string (GCC bug 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # Of the targets of which all conversions of the sign are meant (src/CMakeLists.txt), in debug builds.
  $<$<AND:$<CONFIG:Debug>,$<BOOL:$<TARGET_PROPERTY:MONTECOPTER_SIGNS>>>:-Wsign-conversion>)
option(MONTECOPTER_WERROR "Treat warnings as errors" OFF)
if(MONTECOPTER_WERROR)
  target_compile_options(montecopter_warnings INTERFACE -Werror -Wno-error=sign-conversion)
endif()
