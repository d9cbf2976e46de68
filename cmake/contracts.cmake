# montecopter_contracts: expects() and ensures() of src/core/base/contract.hpp are checked where a failure
# is looked for, in debug builds and under the sanitizers.
add_library(montecopter_contracts INTERFACE)
if(MONTECOPTER_SANITIZED)
  target_compile_definitions(montecopter_contracts INTERFACE MONTECOPTER_CONTRACTS)
else()
  target_compile_definitions(montecopter_contracts INTERFACE $<$<CONFIG:Debug>:MONTECOPTER_CONTRACTS>)
endif()
