/// The function of a thread on a graphics card: the flight of one sample. It is compiled by clang
/// to PTX once for each form (MONTECOPTER_FORM in cmake/nvidia.cmake), from the same headers as the
/// kernels of processors. The test's stand-in for a card compiles it for the processor that it runs
/// on.
///
/// The entry point of a card cannot be expressed in plain C++ for clang, so the entry `fly` is
/// written in PTX. It numbers the threads of a launch and calls fly_thread().

#include "simulate/lanes/flight.hpp"
#include "simulate/nvidia/arena.hpp"
#include "simulate/nvidia/forms.hpp"

/// Flies lane `thread` of `count`. `memory` has `numbers` doubles for each lane, if there are more
/// than most_near_numbers.
extern "C" void MONTECOPTER_THREAD(int thread, const montecopter::FlightPlan* plan,
                                   montecopter::LaneIo* lanes, int count, double* memory,
                                   std::int64_t numbers) {
  using Form = montecopter::nvidia::MONTECOPTER_FORM;
  using Flight = montecopter::Flight<Form::Vehicle, Form::Stepper, Form::parts>;
  if (thread >= count) return;
  using montecopter::nvidia::most_near_numbers;
  if constexpr (Form::parts.sensors) {
    alignas(64) double near[most_near_numbers];
    double* const own = numbers <= most_near_numbers ? near : memory + thread * numbers;
    Flight(*plan, lanes + thread, 1, own).run();
  } else {
    Flight(*plan, lanes + thread, 1, nullptr).run();
  }
}

#ifdef __NVPTX__
#define MONTECOPTER_TEXT(NAME) #NAME
#define MONTECOPTER_NAME(NAME) MONTECOPTER_TEXT(NAME)
asm("// form " MONTECOPTER_NAME(MONTECOPTER_FORM) R"(
.visible .func fly_thread(.param .b32 thread, .param .b64 plan, .param .b64 lanes,
                          .param .b32 count, .param .b64 memory, .param .b64 numbers);
.visible .entry fly(.param .u64 plan, .param .u64 lanes, .param .u32 count, .param .u64 memory,
                    .param .u64 numbers)
{
  .reg .b32 %block, %width, %thread, %count;
  .reg .b64 %plan, %lanes, %memory, %numbers;
  mov.u32 %block, %ctaid.x;
  mov.u32 %width, %ntid.x;
  mov.u32 %thread, %tid.x;
  mad.lo.u32 %thread, %block, %width, %thread;
  ld.param.u64 %plan, [plan];
  ld.param.u64 %lanes, [lanes];
  ld.param.u32 %count, [count];
  ld.param.u64 %memory, [memory];
  ld.param.u64 %numbers, [numbers];
  {
    .param .b32 a;
    .param .b64 b;
    .param .b64 c;
    .param .b32 d;
    .param .b64 e;
    .param .b64 f;
    st.param.b32 [a], %thread;
    st.param.b64 [b], %plan;
    st.param.b64 [c], %lanes;
    st.param.b32 [d], %count;
    st.param.b64 [e], %memory;
    st.param.b64 [f], %numbers;
    call.uni fly_thread, (a, b, c, d, e, f);
  }
  ret;
}
)");
#endif
