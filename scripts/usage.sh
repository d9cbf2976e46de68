# Sourced by the scripts beside it: the comment at the top of a script is its help.

this=$(realpath "${BASH_SOURCE[1]}")
name=scripts/$(basename "$this")

print_help() { sed -n '2,/^[^#]/{/^#/s/^# \?//p}' "$this"; }

# refuse TEXT: says what is wrong and how it is used; exit 2.
refuse() {
  echo "$name: error: $1" >&2
  print_help >&2
  exit 2
}

# answer_help WORD...: where the first word asks for help.
answer_help() {
  case "${1:-}" in -h | --help) print_help; exit 0 ;; esac
}

# pass_on PROGRAM WORD...: what is passed on to a program begins with an option of it.
pass_on() {
  case "${2:--}" in -*) ;; *) refuse "'$2' is no option of $1" ;; esac
}
