# MONTECOPTER_SANITIZED tells the rest of the build, and the code, that one of them is at work.
add_library(montecopter_sanitizers INTERFACE)
if(MONTECOPTER_ASAN AND MONTECOPTER_TSAN)
  message(FATAL_ERROR "MONTECOPTER_ASAN and MONTECOPTER_TSAN exclude each other: choose one.")
elseif(MONTECOPTER_ASAN)
  set(MONTECOPTER_SANITIZED -fsanitize=address,undefined)
elseif(MONTECOPTER_TSAN)
  set(MONTECOPTER_SANITIZED -fsanitize=thread)
elseif(MONTECOPTER_FUZZ)  # coverage for libFuzzer, which tests/fuzz links
  set(MONTECOPTER_SANITIZED -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow)
endif()
if(MONTECOPTER_SANITIZED)
  target_compile_options(montecopter_sanitizers INTERFACE ${MONTECOPTER_SANITIZED}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(montecopter_sanitizers INTERFACE ${MONTECOPTER_SANITIZED})
  target_compile_definitions(montecopter_sanitizers INTERFACE MONTECOPTER_SANITIZED)
endif()
