# Most units begin with the same headers, and g++ spends a second or two on what these leave to be
# instantiated. So a release compiles several sources of a folder as one unit: a first build takes half
# the time. The preset dev compiles each source alone: there one file is touched again and again.
option(MONTECOPTER_UNITY "Compile several sources of a folder as one unit" OFF)

# montecopter_unity(TARGET [SIZE]): at most SIZE sources are one unit. Those with flags of their own
# stay alone.
function(montecopter_unity target)
  set(size 8)
  if(ARGC GREATER 1)
    set(size ${ARGV1})
  endif()
  if(MONTECOPTER_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()
