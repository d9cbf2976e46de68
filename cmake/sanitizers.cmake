add_library(montecopter_sanitizers INTERFACE)
if(MONTECOPTER_ASAN)
  target_compile_options(montecopter_sanitizers INTERFACE -fsanitize=address,undefined
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(montecopter_sanitizers INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(montecopter_sanitizers INTERFACE MONTECOPTER_ASAN)
endif()
