# Lines of ours within a person's own file, between two marks. To be sourced by an installer, which has set `editor` (its
# name), `comment` (what starts one in the file) and `set -euo pipefail`.

readonly first_mark="$comment >>> sgg: editors/$editor/install writes these lines, and writes them anew >>>"
readonly last_mark="$comment <<< sgg <<<"
own=$(mktemp)
trap 'rm -f "$own"' EXIT

say() {
  echo "$editor: $*"
}

fail() {
  echo "$editor: $*" >&2
  exit 1
}

others() { # FILE: into $own, the user's own lines: all but ours, and the blank line that we put before them
  : >"$own"
  [[ -e $1 ]] || return 0
  # Nothing is touched where a mark was lost: what is the user's could not be told.
  awk -v first="$first_mark" -v last="$last_mark" '
    $0 == first { if (inside || done) exit 1; inside = 1 }
    $0 == last { if (!inside) exit 1; inside = 0; done = 1 }
    END { exit inside }
  ' "$1" || fail "in $1 one of the marks around sgg's lines is missing or stands twice; remove those lines by hand and run this again"
  awk -v first="$first_mark" -v last="$last_mark" '
    $0 == first { inside = 1; blank = 0; next }
    inside { if ($0 == last) inside = 0; next }
    blank { print ""; blank = 0 }
    $0 == "" { blank = 1; next }
    { print }
    END { if (blank) print "" }
  ' "$1" >"$own"
}

write() { # FILE: standard input becomes the file, all at once; a link stays one, and so do the permissions
  local file=$1 fresh
  if [[ -L $file ]]; then file=$(readlink -f "$file"); fi
  fresh=$(mktemp "$file.XXXXXX")
  if [[ -e $file ]]; then cp -p "$file" "$fresh"; else chmod 644 "$fresh"; fi
  cat >"$fresh"
  mv "$fresh" "$file"
}

add() { # FILE: our lines, from standard input, below the user's own in $own
  { if [[ -s $own ]]; then cat "$own"; echo; fi; echo "$first_mark"; cat; echo "$last_mark"; } | write "$1"
  say "wrote the lines marked sgg in $1"
}

remove() { # FILE: our lines go; a file that held nothing else goes with them
  others "$1"
  [[ -e $1 ]] && grep -Fqx "$first_mark" "$1" || return 0
  if [[ -s $own || -L $1 ]]; then write "$1" <"$own"; else rm "$1"; fi
  say "took the lines marked sgg out of $1"
}
