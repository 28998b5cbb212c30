# The steps of a set-up, a line each on standard error; sourced. A terminal shows how a step gets on.

speaker=starling
step_interval=10 # Elsewhere: seconds between two lines of a step.

say() {
  echo "$speaker: $*" >&2
}

is_terminal() {
  [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]
}

# step TEXT HINT PROGRESS LOG COMMAND...
# Runs a command whose words go to the file LOG. HINT stands behind TEXT until the step ends.
# PROGRESS, if not empty, is a function that tells from the file how far the command is.
step() {
  step_text=$1 step_hint=${2:+ ($2)} step_progress=${3:-true} step_log=$4
  shift 4
  step_start=$(date +%s)
  # The watcher holds no lock of its parent's: 9 is that of the command starling.
  if is_terminal; then draw_step $$ 9>&- & else say "$step_text$step_hint" && tell_step $$ 9>&- & fi
  step_watcher=$!
  "$@" > "$step_log" 2>&1 < /dev/null && step_status=0 || step_status=$?
  kill "$step_watcher" 2>/dev/null || true
  wait "$step_watcher" 2>/dev/null || true
  if is_terminal; then
    printf '\r\033[K' >&2
    say "$step_text: $(step_seconds) s"
  fi
  return "$step_status"
}

step_seconds() {
  echo $(($(date +%s) - step_start))
}

# How far the step is: "3 of 8 modules, ", or nothing.
step_state() {
  "$step_progress" "$step_log" 2>/dev/null || true
}

# Sleeps without the streams of its parent, which end before it does.
rest() {
  sleep "$1" < /dev/null > /dev/null 2>&1
}

# One line that is drawn again and again, until it is killed or the set-up PID is gone.
draw_step() {
  while kill -0 "$1" 2>/dev/null; do
    step_now=$(step_state)
    # A line that is too long is cut, not wrapped.
    printf '\r\033[?7l%s%s, %s%s s%s\033[K\033[?7h' \
      "$(progress_bar "$step_now")" "$step_text" "$step_now" "$(step_seconds)" "$step_hint" >&2
    rest 0.2
  done
  printf '\r\033[K' >&2
}

# progress_bar '3 of 8 ...': the bar that the launcher draws, too; nothing where it is not known.
progress_bar() {
  case $1 in [0-9]*' of '[1-9]*) ;; *) return 0 ;; esac
  bar_done=${1%% *} bar_all=${1#* of }
  bar_all=${bar_all%% *}
  bar_full=$((30 * bar_done / bar_all)) bar=
  while [ ${#bar} -lt "$bar_full" ]; do bar="$bar#"; done
  while [ ${#bar} -lt 30 ]; do bar="$bar."; done
  printf '[%s] %3d%% ' "$bar" $((100 * bar_done / bar_all))
}

# A line now and then, when the step has got on.
tell_step() {
  step_told='' step_next=$step_interval
  while rest 1 && kill -0 "$1" 2>/dev/null; do
    [ "$(step_seconds)" -ge "$step_next" ] || continue
    step_now=$(step_state)
    [ "$step_now" != "$step_told" ] || continue
    say "$step_text: $step_now$(step_seconds) s"
    step_told=$step_now step_next=$(($(step_seconds) + step_interval))
  done
}
