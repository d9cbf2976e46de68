# montecopter_contracts: expects() and ensures() of src/base/contract.hpp are checked where a failure
# is looked for, in debug builds and under the sanitizers.
add_library(montecopter_contracts INTERFACE)
target_compile_definitions(montecopter_contracts
  INTERFACE $<$<OR:$<CONFIG:Debug>,$<BOOL:${MONTECOPTER_SANITIZED}>>:MONTECOPTER_CONTRACTS>)
