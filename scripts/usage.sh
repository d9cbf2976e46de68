# Other scripts source this file: the comment at the top of a script is its help.

this=$(realpath "${BASH_SOURCE[1]}")
name=${this#"$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")"/}

print_help() { sed -n '2,/^[^#]/{/^#/s/^# \?//p}' "$this"; }

# refuse TEXT: prints the error and the help; exit 2.
refuse() {
  echo "$name: error: $1" >&2
  print_help >&2
  exit 2
}

# answer_help WORD...: prints the help if the first word asks for it.
answer_help() {
  case "${1:-}" in -h | --help) print_help; exit 0 ;; esac
}

# help_of PROGRAM: its help about options, one per line; nothing if it is not installed yet.
help_of() {
  case "$1" in
    # The benchmarks are built later: their help is a text of the library.
    "Google Benchmark")
      grep -aoh '\[--[a-z_]*=[^]]*' /usr/lib/*/libbenchmark.so |
        sed 's/^\[\(.*\)={true|false}$/  \1[={true|false}]/;s/^\[/  /' ;;
    *) "$1" --help ;;
  esac 2>/dev/null || true
}

# options_of PROGRAM: each option of its help on a line, followed by '=' or a space if a value follows in that way.
options_of() {
  help_of "$1" | sed -n '/^ \{1,3\}-/{s/^ *//;s/ *= .*//;s/ *$//;s/, */\n/g;p}' | sed -n '/^-/{
    s/^\([^][ =]*\)\[=.*/\1\n\1=/
    s/^\([^ =]*[ =]\).*/\1/
    p}'
}

# pass_on PROGRAM WORD...: refuses words that are neither options of the program nor their values; ctest would run all tests.
pass_on() {
  local program=$1 option word value=no
  local -A known=()
  shift
  while read -r option; do known["$option"]=yes; done < <(options_of "$program" | sed 's/ $/_/')
  [ ${#known[@]} -gt 0 ] || return 0  # not installed yet: the options are not known
  for word in "$@"; do
    if [ $value = yes ]; then value=no; continue; fi
    case "$word" in
      -*) ;;
      *) refuse "'$word' is neither an option of $program nor the value of one" ;;
    esac
    if [ -n "${known[${word}_]:-}" ]; then
      value=yes
    elif [[ $word =~ ^-(j[0-9]+|D[^=]+=.*)$ && -n "${known[${word:0:2}_]:-}" ]]; then
      :  # the value is in the same word
    elif [[ $word == *=* ]]; then
      [ -n "${known[${word%%=*}=]:-}" ] || refuse "$program has no option '${word%%=*}='"
    else
      [ -n "${known[$word]:-}" ] || refuse "$program has no option '$word'"
    fi
  done
  [ $value = no ] || refuse "'$word' of $program needs a value"
}
