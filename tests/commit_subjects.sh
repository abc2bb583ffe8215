#!/usr/bin/env bash
# Which subjects .githooks/commit-msg lets pass.
set -u
cd "$(dirname "$0")/.."
git rev-parse --git-dir >/dev/null 2>&1 || exit 77 # sources without their history
message=$(mktemp)
trap 'rm -f "$message"' EXIT
wrong=0
long=$(printf 'x%.0s' {1..68})
expect() { # yes|no SUBJECT
  printf '# a comment\n%s\n\nThe body.\n' "$2" >"$message"
  .githooks/commit-msg "$message" 2>/dev/null && said=yes || said=no
  [ "$said" = "$1" ] || { echo "$said, not $1: $2"; wrong=1; }
}
expect yes 'seat: the model holds the troubles, too'
expect yes 'net, relay: names are looked up apart'
expect yes 'tests/sim: a lie more'
expect yes 'ci: stages take turns'
expect yes 'readme: two minutes'
expect yes "ui: $long"
expect yes "ui: ${long//x/é}"
expect yes 'Merge branch x'
expect yes 'fixup! seat: the model holds the troubles, too'
expect no "ui: x$long"
expect no 'The model holds the troubles'
expect no 'attic: there is no such folder'
expect no 'ui:no space'
expect no ': nothing'
expect no ''
exit $wrong
