#!/usr/bin/env bash
# A hand goes on after what can befall a connection or a program, by real processes behind routers:
#   tests/lab/cuts.sh PROGRAM DELAY short|all|six
#
#   short   a cut of 10 s, and a member that is killed and resumed, at a table by a code
#   all     at a table by a code, and at one by a link: cuts of 10 s and of 60 s, other addresses of a
#           member and of a router, a member that is killed and resumed, one that is stopped for 30 s
#   six     for two minutes, every 3 s, one of the connections of six members is cut for a moment: which
#           one is drawn from the variable `seed`
#
# Every blow falls when the cards of a hand have just been dealt, and each of the three members has to
# decide the next step of that hand once it is over. The terms give everybody ten minutes for
# everything, so nobody may be called absent. At the end all have the same head, and each transcript
# is VALID.
source "$(dirname "$0")/lib.sh"
lab_begin "$@"
program=$1
delay=$2
which=$3
source "$(dirname "$0")/routers.sh"
lab_patience_s=150

terms=(--work-time 600 --move-time 600 --reconnect-time 600 --round-time 2)
declare -A process kind_of public_of
declare -A dealt_before  # to how many hands a member saw cards dealt before it was resumed
members=()

# member NAME KIND BRIDGE NUMBER: somebody behind a router, with that number in the public address
member() {
  members+=("$1")
  dealt_before[$1]=0 kind_of[$1]=$2 public_of[$1]=198.51.100.$4
  place "$1" "n-$1" "$2" "$3" "198.51.100.$4" "192.168.$4"
}

# sit_down WAY HANDS: they begin a match; the first of them hosts
sit_down() {
  local way=$1 hands=$2 name
  host=${members[0]}
  seat "$host" "$host" host holdem --seats "${#members[@]}" --admit invited --relay "$relay_url" \
    --params "{\"hands\":$hands,\"stack\":1000000,\"betting\":\"fixed-limit\"}" "${terms[@]}" \
    --transcript "$lab_folder/$host.fdt"
  process[$host]=$lab_process
  case $way in
    code) invitation=$(said_by "$host" '"type":"code"' code) ;;
    link) invitation=$(said_by "$host" '"type":"invitation"' link) ;;
  esac
  for name in "${members[@]:1}"; do
    seat "$name" "$name" join "$invitation" --accept --transcript "$lab_folder/$name.fdt"
    process[$name]=$lab_process
  done
  for name in "${members[@]}"; do event "$name" '"type":"begin"' >/dev/null; done
}

# dealt NAME: to how many hands it has seen the cards dealt since its program began
dealt() { grep -c '"saw":\[[^]]*"dealt"' "$lab_folder/$1.events" || true; }
# last_step: the last that any member has decided
last_step() {
  local name
  for name in "${members[@]}"; do
    step_of "$(grep '"type":"step"' "$lab_folder/$name.events" | tail -n 1)" || true
  done | sort -n | tail -n 1
}

# ends: all finish, with one head, and the audit of their transcripts says VALID, that they are
# equal, and that nobody was ever absent
ends() {
  local name heads audit files=()
  for name in "${members[@]}"; do
    event "$name" '"type":"finished"' >/dev/null
    files+=("$lab_folder/$name.fdt")
  done
  for name in "${members[@]}"; do
    wait "${process[$name]}" || lab_fail "$name ends with $?"
  done
  heads=$(for name in "${members[@]}"; do said_by "$name" '"type":"finished"' head; done | sort -u)
  [ "$(wc -l <<<"$heads")" = 1 ] || lab_fail "the heads differ: $heads"
  audit=$lab_folder/audit.json
  "$program" audit "${files[@]}" --json >"$audit" 2>/dev/null || lab_fail "the audit ends with $?"
  [ "$(grep -c '"relation": "equal"' "$audit")" = $((${#members[@]} - 1)) ] ||
    lab_fail "the transcripts differ: $(<"$audit")"
  # A list of steps that is not empty has each of them in a line.
  ! grep -qE '"(absent|none|changes)": \[$' "$audit" || lab_fail "somebody was absent: $(<"$audit")"
  rm "$audit" "${files[@]}"
}

# block MEMBER [ADDRESS PORT VERDICT]: its router, or the member if it has none, drops what it sends and
# gets: all, or has that verdict on what goes between this port of the member's and that address
block() {
  local where=n-$1 hooks="forward" hook out="" back=""
  if [ "${kind_of[$1]}" = none ]; then where=$1 hooks="input output"; fi
  [ $# = 1 ] || out="ip daddr $2 tcp sport $3 " back="ip saddr $2 tcp dport $3 "
  for hook in $hooks; do
    echo "chain $hook { type filter hook $hook priority -10; $back ${4:-drop}; $out ${4:-drop}; }"
  done | (echo "table ip cut {"; cat; echo "}") | lab_in "$where" nft -f -
}
unblock() {
  local where=n-$1
  [ "${kind_of[$1]}" != none ] || where=$1
  lab_in "$where" nft delete table ip cut
}

# The blows, to one member each.
cut_for() {
  block "$1"
  pass "$2"
  unblock "$1"
}
readdress() {
  local network=192.168.${public_of[$1]##*.}
  ip -n "$1" address delete "$network.2/24" dev eth0
  ip -n "$1" address add "$network.3/24" dev eth0
  ip -n "$1" route replace default via "$network.1"
}
# A provider gives the router another address: what went through the old one goes nowhere.
readdress_router() {
  ip -n "n-$1" address add "${public_of[$1]%.*}.1${public_of[$1]##*.}/24" dev wan0
  ip -n "n-$1" address delete "${public_of[$1]}/24" dev wan0
  ip -n "n-$1" address show dev wan0 | grep -q "inet " ||
    ip -n "n-$1" address add "${public_of[$1]%.*}.1${public_of[$1]##*.}/24" dev wan0
}
kill_and_resume() {
  kill -KILL "${process[$1]}"
  wait "${process[$1]}" 2>/dev/null || true
  local table
  dealt_before[$1]=$((dealt_before[$1] + $(dealt "$1")))
  table=$(said_by "$1" '"type":"begin"' table)
  seat "$1" "$1" resume "${table:0:16}" --transcript "$lab_folder/$1.fdt"
  process[$1]=$lab_process
}
stop_for() {
  kill -STOP "${process[$1]}"
  pass "$2"
  kill -CONT "${process[$1]}"
}
# pass SECONDS: they pass, in which something does not work
pass() { read -rt "$1" <> <(:) || true; }

# blow WORDS MEMBER COMMAND…: befalls that member in the middle of a hand, which goes on
blow() {
  local words=$1 name=$2 other hand before since step
  shift 2
  other=${members[0]}
  [ "$name" != "$other" ] || other=${members[1]}
  hand=$(($(dealt "$other") + 1))
  before=$(step_of "$(event "$other" '"saw":\[[^]]*"dealt"' "$hand")")
  "$@"
  since=$(now_ms)
  step=$(($(last_step) + 1))
  local all=""
  for each in "${members[@]}"; do
    all+=", $each $(($(ms_of "$(event "$each" "\"step\":$step,")") - since))"
  done
  # Of the next hand its cards are dealt: this one was finished.
  event "$other" '"saw":\[[^]]*"dealt"' $((hand + 1)) >/dev/null
  echo "$words: hand $((dealt_before[$other] + hand)), dealt at step $before, goes on with step $step; ms until then: ${all#, }"
}

table() {
  echo "A table by a $1"
  members=()
  member "ann-$1" restricted br0 11
  member "bob-$1" symmetric br1 12
  member "cat-$1" cone br1 13
  ann=ann-$1 bob=bob-$1 cat=cat-$1
  sit_down "$1" "$2"
}
leave_table() {
  ends
  echo "all $1 hands: one head, VALID for each, nobody absent"
  local name
  for name in "${members[@]}"; do lab_forget "$name" "n-$name"; done
}

# a_moment: one of the connections, to another member or to the relay, is cut for a moment, which ends
# it or delays what goes through it
a_moment() {
  local name=${members[RANDOM % ${#members[@]}]} verdict=drop connections
  mapfile -t connections < <(lab_in "$name" ss -Htn state established | awk '{ print $4, $3 }' |
    sed -E 's/^[^ ]*[^0-9.]?(198\.[0-9.]+)\]?:[0-9]+ .*:([0-9]+)$/\1 \2/')
  [ ${#connections[@]} -gt 0 ] || return 0
  [ $((RANDOM % 2)) = 0 ] || verdict="reject with tcp reset"
  # Two words: an address and a port.
  block "$name" ${connections[RANDOM % ${#connections[@]}]} "$verdict"
  pass 1
  unblock "$name"
}

six() {
  local names=(ann bob cat dan eve fay) each=(restricted none cone steady rst symmetric) i cuts=0 began
  RANDOM=${seed:-1}
  members=()
  for i in "${!names[@]}"; do member "${names[i]}" "${each[i]}" "br$((i % 2))" $((21 + i)); done
  sit_down code "$1"
  began=$SECONDS
  while [ $((SECONDS - began)) -lt 120 ] && ! grep -q '"type":"finished"' "$lab_folder/bob.events"; do
    a_moment
    pass 2
    cuts=$((cuts + 1))
  done
  echo "$cuts cuts in $((SECONDS - began)) s, in which $(dealt bob) of $1 hands were dealt"
  [ "$cuts" -ge 30 ] || lab_fail "the match was too short"
  ends
  echo "all $1 hands: one head, VALID for each, nobody absent, $((SECONDS - began)) s after they began"
}

wan_begin
wan_side br1 "$delay" 25
wan_relay "$program" br0

case $which in
  short)
    table code 6
    blow "cut for 10 s" "$bob" cut_for "$bob" 10
    blow "killed and resumed" "$cat" kill_and_resume "$cat"
    leave_table 6
    ;;
  all)
    for way in code link; do
      table "$way" 14
      blow "cut for 10 s" "$bob" cut_for "$bob" 10
      blow "cut for 60 s" "$cat" cut_for "$cat" 60
      blow "another address" "$ann" readdress "$ann"
      blow "another address of the router" "$bob" readdress_router "$bob"
      blow "killed and resumed" "$ann" kill_and_resume "$ann"
      blow "stopped for 30 s" "$cat" stop_for "$cat" 30
      leave_table 14
    done
    ;;
  six) six 100 ;;
esac
wan_end
