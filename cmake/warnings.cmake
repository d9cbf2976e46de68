add_library(montecopter_warnings INTERFACE)
target_compile_options(montecopter_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                      -Wno-sign-conversion -Wno-psabi
  # false alarm of g++ 12 in std::string (GCC bug 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
option(MONTECOPTER_WERROR "Treat warnings as errors" OFF)
if(MONTECOPTER_WERROR)
  target_compile_options(montecopter_warnings INTERFACE -Werror)
endif()
