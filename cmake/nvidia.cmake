# montecopter_nvidia(TARGET): compiles src/simulate/nvidia/threads.cpp with clang to PTX, once for each
# form of flights, and puts the kernel for graphics cards that flies them into the target. Nothing of
# NVIDIA's is needed for it, and no card. Without clang the program has no such kernel.
find_program(MONTECOPTER_CLANG NAMES clang++ clang++-14 clang++-15 clang++-16)
set(nvidia_folder ${MONTECOPTER_SOURCES}/simulate/nvidia)

# The oldest card: Volta (cards.hpp). Arithmetic is that of IEEE 754 on all.
set(nvidia_generation sm_70)
# The standard library is that of g++ here, whose headers take this processor for granted: layouts of
# plain data are the same on cards. No code that throws is ever called there.
set(nvidia_flags --target=nvptx64-nvidia-cuda -march=${nvidia_generation} -nocudalib -std=c++20 -O3
    -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-rtti -fno-threadsafe-statics
    -D__x86_64__ -D__LP64__ -D_GNU_SOURCE -D__builtin_ia32_pause=__builtin_trap
    -Xclang -target-feature -Xclang +ptx60  # also where a newer CUDA is installed
    -DMONTECOPTER_ISA_NVIDIA -DNDEBUG
    -mllvm -inline-threshold=1000)  # what is not inlined passes its numbers through memory

# montecopter_nvidia_includes(RESULT): where this compiler finds the standard library.
function(montecopter_nvidia_includes result)
  set(flags)
  foreach(folder IN LISTS CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    if(NOT folder MATCHES "/lib/(gcc|llvm)[^/]*/")  # the compiler's own headers are clang's
      list(APPEND flags -isystem ${folder})
    endif()
  endforeach()
  set(${result} -nostdinc++ ${flags} PARENT_SCOPE)
endfunction()

function(montecopter_nvidia target)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    return()
  endif()
  if(NOT MONTECOPTER_CLANG)
    message(STATUS "Without graphics cards: there is no clang")
    return()
  endif()
  if(NOT chosen_kernels STREQUAL "all" AND NOT "nvidia" IN_LIST chosen_kernels)
    return()
  endif()
  montecopter_nvidia_includes(includes)
  # The compiler has to know cards, and the standard library of the other one.
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/nvidia_probe.cpp)
  file(WRITE ${probe} "#include <algorithm>\n#include <array>\n#include <variant>\n")
  execute_process(COMMAND ${MONTECOPTER_CLANG} ${nvidia_flags} ${includes} -S -o ${probe}.ptx ${probe}
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    message(STATUS "Without graphics cards: ${MONTECOPTER_CLANG} does not compile for them")
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/ptx)
  set(command ${MONTECOPTER_CLANG} ${nvidia_flags} ${includes} -I${MONTECOPTER_SOURCES}
      -DMONTECOPTER_THREAD=fly_thread ${nvidia_folder}/threads.cpp)
  file(MAKE_DIRECTORY ${folder})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${nvidia_folder}/forms_list.hpp)
  file(READ ${nvidia_folder}/forms_list.hpp forms)
  string(REGEX MATCHALL "\n  X\\([A-Za-z0-9]+\\)" forms "${forms}")
  list(TRANSFORM forms REPLACE "\n  X\\((.*)\\)" "\\1")
  foreach(form IN LISTS forms)
    set(ptx ${folder}/${form}.ptx)
    add_custom_command(
      OUTPUT ${ptx}.gz BYPRODUCTS ${ptx}
      COMMAND ${command} -DMONTECOPTER_FORM=${form} -MD -MF ${ptx}.d -MQ ${ptx}.gz -S -o ${ptx}
      COMMAND gzip -9nfk ${ptx}
      DEPENDS ${nvidia_folder}/threads.cpp DEPFILE ${ptx}.d
      VERBATIM COMMENT "Compiling flights for graphics cards: ${form}")
    list(APPEND texts ${ptx}.gz)
  endforeach()
  set_source_files_properties(${nvidia_folder}/ptx.cpp PROPERTIES
    OBJECT_DEPENDS "${texts}" COMPILE_DEFINITIONS "MONTECOPTER_PTX=\"${folder}\""
    SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${nvidia_folder}/arena.cpp ${nvidia_folder}/cards.cpp
                 ${nvidia_folder}/driver.cpp ${nvidia_folder}/kernel.cpp ${nvidia_folder}/ptx.cpp)
  target_link_libraries(${target} PRIVATE ZLIB::ZLIB ${CMAKE_DL_LIBS})
  set_property(GLOBAL APPEND PROPERTY MONTECOPTER_KERNEL_DEFINITIONS MONTECOPTER_HAS_KERNEL_NVIDIA)
  # For tests/nvidia.
  set_property(GLOBAL PROPERTY MONTECOPTER_PTX_FOLDER ${folder})
  set_property(GLOBAL PROPERTY MONTECOPTER_PTX_FORMS ${forms})
  set_property(GLOBAL PROPERTY MONTECOPTER_PTX_COMMAND ${command})
endfunction()
