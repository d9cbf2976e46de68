#!/bin/sh
# Starts montecopter where the C library of the system is new enough; answers in one line where it is not.
program=$0
while [ -L "$program" ]; do
  target=$(readlink "$program")
  case $target in /*) program=$target ;; *) program=${program%/*}/$target ;; esac
done
case $program in */*) ;; *) program=./$program ;; esac
if command -v getconf >/dev/null; then
  found=$(getconf GNU_LIBC_VERSION 2>/dev/null)  # "glibc 2.36"; nothing where there is another C library
  minor=${found#glibc 2.}
  minor=${minor%%[!0-9]*}
  if [ "${minor:-0}" -lt @MINOR@ ]; then
    echo "montecopter: error: this system has ${found:-no glibc}. This program needs glibc 2.@MINOR@ or newer (Debian 12," \
      "Ubuntu 22.10, Fedora 37); on older systems, build it from source." >&2
    exit 126
  fi
fi
exec "${program%/*}/../libexec/montecopter" "$@"
