#pragma once
/// EMBED(NAME, FILE) puts a file into the program, read by the assembler: its bytes are from
/// montecopter_NAME_begin to montecopter_NAME_end, behind which there is a zero. For sources of
/// which the build knows that they depend on the file.

#define EMBED(NAME, FILE)                                                                      \
  asm(".pushsection .rodata\n"                                                                 \
      ".global montecopter_" #NAME "_begin\n.hidden montecopter_" #NAME                        \
      "_begin\nmontecopter_" #NAME "_begin:\n.incbin \"" FILE "\"\n.global montecopter_" #NAME \
      "_end\n.hidden montecopter_" #NAME "_end\nmontecopter_" #NAME                            \
      "_end:\n.byte 0\n.popsection\n");                                                        \
  extern "C" {                                                                                 \
  extern const char montecopter_##NAME##_begin[], montecopter_##NAME##_end[];                  \
  }
