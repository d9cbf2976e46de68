add_library(montecopter_warnings INTERFACE)
target_compile_options(montecopter_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                      -Wno-sign-conversion -Wno-psabi)
option(MONTECOPTER_WERROR "Treat warnings as errors" OFF)
if(MONTECOPTER_WERROR)
  target_compile_options(montecopter_warnings INTERFACE -Werror)
endif()
