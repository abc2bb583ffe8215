#!/usr/bin/env bash
# Tables are found on the local network by real processes: tests/lab/beacon.sh PROGRAM
#
#   ann  a host with three interfaces, on the last of which multicast is switched off
#   bob  on her first network     cat  on her third     dan  on her second, without IPv4
#   eve  on one that she is plugged into while she hosts
source "$(dirname "$0")/lib.sh"
lab_begin "$@"
program=$1

lab_namespace lan ann bob cat dan eve
for net in 0 1 2; do
  lab_bridge lan "br$net"
  lab_plug ann "eth$net" lan "br$net" "10.7.$net.1/24"
done
ip -n ann link set eth2 multicast off
lab_plug bob eth0 lan br0 10.7.0.2/24
lab_plug cat eth0 lan br2 10.7.2.2/24
lab_plug dan eth0 lan br1

# fairdeal NAMESPACE ARGUMENT…
fairdeal() {
  local namespace=$1
  shift
  lab_in "$namespace" env HOME="$lab_folder/$namespace" XDG_DATA_HOME="$lab_folder/$namespace" \
    "$program" "$@"
}
for name in ann bob cat dan eve; do mkdir "$lab_folder/$name"; done

# ann_hosts ARGUMENT…
ann_hosts() {
  lab_start ann ann env HOME="$lab_folder/ann" XDG_DATA_HOME="$lab_folder/ann" \
    "$program" host kuhn --nickname Ann --bot simple "$@"
  lab_said ann "1 of 2 are here"
}
ann_ends() {
  kill -TERM "$lab_process"
  wait "$lab_process" || true
}

# expect NAMESPACE WORDS [ARGUMENT…]: tables lists one with these words in its document
expect() {
  local found
  found=$(fairdeal "$1" tables --json "${@:3}") || lab_fail "$1: tables ends with $?"
  grep -qE -- "$2" <<<"$found" || lab_fail "$1 finds $found, without $2"
}

echo "nobody hosts"
expect bob '"tables": \[\]'

echo "a table is listed on each network, with the address of its host there"
ann_hosts
expect bob '"10\.7\.0\.1:7777"'
expect bob '"taken": 1'
expect bob '"code": false'
expect cat '"10\.7\.2\.1:7777"'
expect dan '"\[fe80::[0-9a-f:]+%eth0\]:7777"'

echo "without a terminal, join names the argument to give"
status=0
said=$(fairdeal bob join 2>&1) || status=$?
[ "$status" = 2 ] || lab_fail "join ends with $status: $said"
grep -q "fairdeal join 10.7.0.1:7777" <<<"$said" || lab_fail "join says $said"

echo "a network that comes later is used, too"
lab_bridge lan br3
lab_plug ann eth3 lan br3 10.7.3.1/24
lab_plug eve eth0 lan br3 10.7.3.2/24
expect eve '"10\.7\.3\.1:7777"' --wait 10

echo "a table that ends is listed no more"
ann_ends
expect bob '"tables": \[\]'

echo "who comes by a link-local address sits down, and the table is listed no more"
ann_hosts --matches 1
address=$(fairdeal dan tables --json | grep -oE '\[fe80::[^"]+')
fairdeal dan join "$address" --bot simple --accept --nickname Dan --json \
  >"$lab_folder/dan.out" 2>"$lab_folder/dan.err" || lab_fail "dan does not play"
wait "$lab_process" || lab_fail "ann does not play"

echo "a table to which only guests with a link may come says so"
ann_hosts --admit invited
expect bob '"code": true'
fairdeal bob tables | grep -q "asks for the host's link" || lab_fail "no word of the link"
said=$(lab_in bob env HOME="$lab_folder/bob" XDG_DATA_HOME="$lab_folder/bob" \
  script -qec "$program join" /dev/null <<<"" || true)
grep -q "A table of kuhn is open here; it asks for its host's link" <<<"$said" ||
  lab_fail "join says $said"
ann_ends

echo "a table of one address is listed on that network alone"
ann_hosts --listen 10.7.0.1:7000
expect bob '"10\.7\.0\.1:7000"'
expect cat '"tables": \[\]'
ann_ends

echo "a contact recognizes the table to which it is invited, and finds it without a relay"
ann_hosts --admit open --keep
fairdeal bob join 10.7.0.1:7777 --bot simple --accept --nickname Bob --keep --json \
  >"$lab_folder/bob.out" 2>"$lab_folder/bob.err" || lab_fail "bob does not play"
wait "$lab_process" || lab_fail "ann does not play"
ann_hosts --admit known
expect bob '"contact": "Ann"'
expect cat '"contact": null'
expect cat '"code": true'
fairdeal bob tables | grep -q "the table of Ann ✓, kuhn" || lab_fail "Ann's table has no name"
fairdeal bob join Ann --bot simple --accept --nickname Bob --json \
  >"$lab_folder/bob.out" 2>"$lab_folder/bob.err" || lab_fail "bob does not find ann"
wait "$lab_process" || lab_fail "ann does not play with a contact"

echo "who does not announce is not listed"
ann_hosts --no-announce
expect bob '"tables": \[\]'
ann_ends
