function(montecopter_kernel)
endfunction()
