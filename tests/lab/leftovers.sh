#!/usr/bin/env bash
# A script of tests/lab that fails leaves no process behind, also none in a session of its own, as
# the tables of a lobby have: tests/lab/leftovers.sh
source "$(dirname "$0")/lib.sh"
if [ -z "${LAB_LOCK:-}" ]; then
  # The process holds this lock as long as it lives.
  lock=$(mktemp)
  LAB_LOCK=$lock "$0" && status=0 || status=$?
  [ "$status" = 77 ] || [ -s "$lock" ] || { echo "no process was started" >&2; status=2; }
  [ "$status" = 77 ] || flock -w 20 "$lock" true || { echo "a process is left" >&2; status=2; }
  rm "$lock"
  [ "$status" = 1 ] && exit 0
  exit "$status"
fi
lab_begin "$@"
lab_namespace ann
mkfifo "$lab_folder/holds"
lab_in ann setsid -f flock "$LAB_LOCK" \
  bash -c 'echo >"$1"; exec sleep 3600' - "$lab_folder/holds" </dev/null >/dev/null 2>&1
read -r _ <"$lab_folder/holds"
echo held >"$LAB_LOCK"
lab_fail "on purpose"
