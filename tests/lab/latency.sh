#!/usr/bin/env bash
# How long a hand takes, and what it costs, on ways of some length, by real processes:
#   tests/lab/latency.sh PROGRAM DELAY HANDS MS…
# Three bots play hold'em; the relay is a fourth machine. From each of the four to each other it takes
# MS one way, so twice that through the relay. The three play once with public addresses, directly,
# and once behind routers that change ports, by the relay. For each the script prints a row of a table
# (docs/network.md), of that many hands after the first ones, in which the members find their paths.
# A member's bytes are counted at its network interface, with all headers.
source "$(dirname "$0")/lib.sh"
lab_begin "$@"
program=$1 delay=$2 hands=$3
shift 3
source "$(dirname "$0")/routers.sh"
lab_patience_s=1200

# switch NUMBER: of that machine; with no delay all are at the one in the middle
switch() { [ "$ms" = 0 ] && echo br0 || echo "br$(($1 + 1))"; }
sent() { lab_in "$1" cat /sys/class/net/eth0/statistics/tx_bytes; }
dealt() { event "${members[0]}" '"saw":\[[^]]*"dealt"' "$1"; }
# quotient NUMBER DIVISOR: with two places
quotient() { printf "%d.%02d" $(($1 / $2)) $(($1 % $2 * 100 / $2)); }

# play KIND EVENT WORDS: measures a match of members behind routers of that kind, from when each of
# them has two such events on
play() {
  local kind=$1 found=$2 words=$3 i name code first one other begun ended bytes=0 processes=()
  members=("ann$ms-$number" "bob$ms-$number" "cat$ms-$number")
  for i in 0 1 2; do
    name=${members[i]}
    place "$name" "r$i" "$kind" "$(switch "$i")" "198.51.100.$((number + i))" "192.168.$i"
  done
  number=$((number + 3))
  seat "${members[0]}" "${members[0]}" host holdem --seats 3 --admit invited --relay "$relay_url" \
    --params '{"hands":100000,"stack":1000000,"betting":"fixed-limit"}' --bot-seed 1
  processes+=("$lab_process")
  code=$(said_by "${members[0]}" '"type":"code"' code)
  for name in "${members[@]:1}"; do
    seat "$name" "$name" join "$code" --accept --bot-seed 2
    processes+=("$lab_process")
  done
  for name in "${members[@]}"; do event "$name" "$found" 2 >/dev/null; done
  first=$(($(grep -c '"saw":\[[^]]*"dealt"' "$lab_folder/${members[0]}.events" || true) + 2))
  one=$(dealt "$first")
  for name in "${members[@]}"; do bytes=$((bytes - $(sent "$name"))); done
  other=$(dealt $((first + hands)))
  for name in "${members[@]}"; do bytes=$((bytes + $(sent "$name"))); done
  kill -KILL "${processes[@]}"
  wait "${processes[@]}" 2>/dev/null || true
  begun=$(step_of "$one") ended=$(step_of "$other")
  local took=$(($(ms_of "$other") - $(ms_of "$one"))) steps=$((ended - begun))
  echo "| $ms ms, $words | $(quotient $((took / 10)) $((hands * 100))) |" \
    "$(quotient "$steps" "$hands") | $((took / steps)) | $((bytes / 3 / hands)) |"
  lab_forget "${members[@]}" r0 r1 r2
}

echo "| one way | s a hand | steps a hand | ms a step | bytes that a member sends a hand |"
echo "| --- | --- | --- | --- | --- |"
for ms in "$@"; do
  number=11
  wan_begin
  if [ "$ms" != 0 ]; then
    for i in 0 1 2 3; do wan_side "$(switch "$i")" "$delay" $((ms / 2)); done
  fi
  wan_relay "$program" "$(switch 3)"
  play none '"rung":"direct"' directly
  play symmetric '"type":"relay_only"' "by a relay"
  wan_end
  lab_forget wan relay probe
done
