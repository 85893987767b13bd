# Drives an editor in a terminal of its own, and looks at the screen. To be sourced.
#
# Nothing waits for a time: `see` waits for what is to be seen, and `same` for a screen that stands still where nothing
# is to appear.

readonly patience_s=30
readonly screen_rows=62
readonly screen_columns=120
screen_socket=sgg-screen-$$
screens=0
checks=0
trap 'tmux -L "$screen_socket" kill-server 2>/dev/null || true' EXIT

start() { # COMMAND…: in a new terminal
  tmux -L "$screen_socket" kill-server 2>/dev/null || true
  screens=$((screens + 1))
  screen_socket=sgg-screen-$$-$screens # a new one: the old server may still be on its way out
  tmux -L "$screen_socket" -f /dev/null -u new-session -d -s editor -x "$screen_columns" -y "$screen_rows" "$*"
  # An Escape is one at once, and not the start of a longer key.
  tmux -L "$screen_socket" set-option -s escape-time 0
}

keys() { # KEYS…, by tmux's names
  tmux -L "$screen_socket" send-keys -t editor "$@"
}

text() { # TEXT: typed as it stands
  tmux -L "$screen_socket" send-keys -t editor -l "$1"
}

screen() { # ARGUMENTS…: what is to be seen now
  tmux -L "$screen_socket" capture-pane -t editor -p "$@"
}

missing() { # SCREEN TEXT…: the first of them that the screen lacks; one that begins with `!` must not be there
  local shown=$1 wanted
  shift
  for wanted in "$@"; do
    if [[ $wanted == '!'* ]]; then
      if [[ $shown == *"${wanted#!}"* ]]; then echo "$wanted"; return; fi
    elif [[ $shown != *"$wanted"* ]]; then
      echo "$wanted"
      return
    fi
  done
}

see() { # WHAT TEXT…: waits until the screen has all of these at once
  local what=$1 shown lacks
  shift
  local until=$((SECONDS + patience_s))
  while :; do
    shown=$(screen) || { echo "  FAILED  $what: the editor has ended" >&2; exit 1; }
    lacks=$(missing "$shown" "$@")
    if [[ -z $lacks ]]; then break; fi
    if ((SECONDS >= until)); then
      printf '%s\n' "$shown" >&2
      echo "  FAILED  $what: not within $patience_s s on the screen above: $lacks" >&2
      exit 1
    fi
    sleep 0.05
  done
  checks=$((checks + 1))
  echo "  ok  $what"
}

until_true() { # WHAT COMMAND…: waits until the command succeeds
  local what=$1 until=$((SECONDS + patience_s))
  shift
  until "$@"; do
    if ((SECONDS >= until)); then
      screen >&2 || true
      echo "  FAILED  $what: not within $patience_s s" >&2
      exit 1
    fi
    sleep 0.05
  done
  checks=$((checks + 1))
  echo "  ok  $what"
}

holds() { # FILE TEXT: does the file hold exactly this text?
  [[ -e $1 && $(<"$1") == "$2" ]]
}
