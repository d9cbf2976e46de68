#pragma once
/// Loops of numbers outside of the kernels, compiled twice: as they are, and for CPUs with AVX2 and
/// the instruction fma. Elsewhere fma is a function of the C library, which takes several times the
/// time. Both round once, and nothing else changes: the bits are the same.

namespace montecopter {

namespace best_call_detail {

#if defined(__x86_64__)
/// `flatten`: what `work` calls is compiled into this function, or else it would be as it is.
template <class Work>
[[gnu::noinline, gnu::flatten, gnu::target("avx2,fma")]] void call_fast(const Work& work) {
  work();
}
#endif

}  // namespace best_call_detail

/// Calls work(), by the instructions that this CPU has.
template <class Work>
void best_call(const Work& work) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return best_call_detail::call_fast(work);
#endif
  work();
}

}  // namespace montecopter
