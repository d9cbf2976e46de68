# montecopter_kernel(NAME FLAGS...): compiles the units of src/simulate/kernels for one instruction set
# and localises every symbol but the kernel's table. Without that, the linker may keep the AVX-512
# copy of a weak symbol (an inline function of the standard library, say) for everybody, and the
# program dies with SIGILL on an older CPU.
find_program(MONTECOPTER_OBJCOPY NAMES objcopy REQUIRED)

# A build for one purpose may leave some out; the baseline, which runs everywhere, is always there, except in the first
# program (first.cmake), which has the best kernel that this machine runs.
set(MONTECOPTER_KERNELS all CACHE STRING "Kernels to build: all, or a list of names")

# montecopter_host_kernel(RESULT): its name, by the features that src/simulate/dispatch.cpp asks for, too.
function(montecopter_host_kernel result)
  set(best baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(best neon)  # every such machine has it
  endif()
  if(EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo features REGEX "^flags" LIMIT_COUNT 1)
    string(REGEX MATCHALL "[a-z0-9_]+" features "${features}")
    if("fma" IN_LIST features)
      list(APPEND best scalar)
      if("avx2" IN_LIST features)
        set(best avx2)
      endif()
      if("avx512f" IN_LIST features AND "avx512dq" IN_LIST features AND "avx512vl" IN_LIST features)
        set(best avx512)
      endif()
    endif()
  endif()
  set(${result} ${best} PARENT_SCOPE)
endfunction()
set(chosen_kernels ${MONTECOPTER_KERNELS})
if(MONTECOPTER_FIRST)
  montecopter_host_kernel(chosen_kernels)
endif()

# A function that several units contain is that of the first of them: those that fly most come first.
set(kernel_folder ${MONTECOPTER_SOURCES}/simulate/kernels)
set(kernel_units shared single usual_quadrotors lagged_multirotors published_quadrotors aligned_multirotors multirotors helicopters odeint_controlled kernel)
# Kernels without packs do without: Single is Wide there, and the general forms fly all vehicles.
set(kernel_units_of_packs single usual_quadrotors lagged_multirotors published_quadrotors aligned_multirotors
                          odeint_controlled)
# With AVX2, flights at -O2 take up to 1.45 of the time at -O3 (process noise and the commonest
# quadrotor), and Odeint's integrators with controlled steps 1.2. Bits are equal at every level.
# The kernels without packs are for old machines.
set(kernel_level -O3)
set(kernel_level_of_scalars -O2)
if(MONTECOPTER_FIRST)
  set(kernel_level -O1)
  set(kernel_level_of_scalars -O1)
  list(REMOVE_ITEM kernel_units usual_quadrotors lagged_multirotors published_quadrotors aligned_multirotors)
endif()
list(TRANSFORM kernel_units REPLACE "(.+)" "${kernel_folder}/\\1.cpp")
list(TRANSFORM kernel_units_of_packs REPLACE "(.+)" "${kernel_folder}/\\1.cpp")
function(montecopter_kernel name)
  if(NOT chosen_kernels STREQUAL "all" AND NOT name IN_LIST chosen_kernels)
    if(MONTECOPTER_FIRST OR NOT name STREQUAL "baseline")
      return()
    endif()
  endif()
  string(TOUPPER ${name} upper)
  set(object_target montecopter_kernel_${name}_object)
  set(symbol montecopter_kernel_${name})
  set(units ${kernel_units})
  set(level ${kernel_level})
  if(name MATCHES "^(baseline|scalar)$")
    list(REMOVE_ITEM units ${kernel_units_of_packs})
    set(level ${kernel_level_of_scalars})
  endif()
  add_library(${object_target} OBJECT ${units})
  if(name MATCHES "^(baseline|scalar)$")
    montecopter_unity(${object_target})  # a quarter less to compile; the speed of the others depends on their units
  endif()
  target_compile_options(${object_target} PRIVATE $<$<CONFIG:Release>:${level}>)
  target_link_libraries(${object_target} PRIVATE montecopter_fp montecopter_warnings
                                                 montecopter_sanitizers montecopter_contracts)
  target_include_directories(${object_target} PRIVATE ${MONTECOPTER_SOURCES})
  target_include_directories(${object_target} SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
  target_compile_definitions(${object_target} PRIVATE MONTECOPTER_ISA_${upper} EIGEN_DONT_VECTORIZE
                             MONTECOPTER_KERNEL_SYMBOL=${symbol} MONTECOPTER_KERNEL_NAME="${name}"
                             NDEBUG)  # Boost's assertions would end the program from within a flight
  # g++ 12 turns copies of packs into `rep movs` and, in a unit of this size, stops inlining one-line
  # functions; together that costs a third of the speed (scripts/bench). clang needs no persuasion.
  # The scalar kernels would only compile longer.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND ${upper} MATCHES "AVX")
    target_compile_options(${object_target} PRIVATE -fno-tree-loop-distribute-patterns
                           -mmemcpy-strategy=vector_loop:-1:align -finline-limit=10000
                           --param=inline-unit-growth=1000)
    # It also copies structs by 16 bytes. A pack that was stored so cannot be forwarded to the load of the whole
    # pack, which then waits.
    string(REGEX MATCH "512|2$" pack ${upper})
    if(pack STREQUAL "2")
      set(pack 256)
    endif()
    target_compile_options(${object_target} PRIVATE -mmove-max=${pack} -mstore-max=${pack})
  endif()
  # g++ 12 warns about the deliberately undefined operands in its own AVX-512 intrinsics.
  target_compile_options(${object_target} PRIVATE ${ARGN} -fno-math-errno -fno-trapping-math -fPIC
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized -Wno-maybe-uninitialized>)
  # Merging equal functions of different vehicle forms makes g++ 12 see arrays out of bounds.
  target_compile_options(${object_target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-icf>)
  # "Unique" symbols (g++'s static locals of templates) are more than global: objcopy keeps them.
  target_compile_options(${object_target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  # Headers of Boost bring <iostream>, whose static initialiser would run on every CPU: no code of a
  # kernel may run before it is chosen. (The sanitizers need their constructors.)
  if(NOT MONTECOPTER_SANITIZED)
    set(no_initialisers --remove-section=.init_array --remove-section=.rela.init_array)
  endif()
  set(localised ${CMAKE_CURRENT_BINARY_DIR}/kernel_${name}.o)
  add_custom_command(
    OUTPUT ${localised}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${localised}.all.o
            $<TARGET_OBJECTS:${object_target}>
    COMMAND ${MONTECOPTER_OBJCOPY} --keep-global-symbol=${symbol} ${no_initialisers}
            ${localised}.all.o ${localised}
    DEPENDS ${object_target} $<TARGET_OBJECTS:${object_target}>
    COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Localising the symbols of kernel ${name}")
  set_property(GLOBAL APPEND PROPERTY MONTECOPTER_KERNEL_OBJECTS ${localised})
  set_property(GLOBAL APPEND PROPERTY MONTECOPTER_KERNEL_DEFINITIONS MONTECOPTER_HAS_KERNEL_${upper})
endfunction()
