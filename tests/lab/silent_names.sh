#!/usr/bin/env bash
# A name server that says nothing holds up nobody for longer than --timeout: tests/lab/silent_names.sh PROGRAM
source "$(dirname "$0")/lib.sh"
lab_begin "$@"
program=$1

lab_namespace lan ann
lab_bridge lan br0
lab_plug ann eth0 lan br0 192.0.2.1/24
# Nobody has this address; whatever is sent there is gone.
ip -n ann neigh add 192.0.2.2 lladdr 02:00:00:00:00:02 dev eth0
echo "nameserver 192.0.2.2" >"$lab_folder/resolv.conf"
mount --bind "$lab_folder/resolv.conf" /etc/resolv.conf

# The system itself would ask for two minutes.
began=$SECONDS code=0
lab_in ann env HOME="$lab_folder" XDG_DATA_HOME="$lab_folder" FAIRDEAL_PORT_MAP=false \
  RES_OPTIONS="timeout:30 attempts:4" timeout 60 "$program" join 7123-guitar-igloo@relay.example.org --timeout 2 \
  --nickname Ann --bot simple --accept --json >"$lab_folder/ann.out" 2>"$lab_folder/ann.err" || code=$?
grep -q '"timed_out"' "$lab_folder/ann.out" || lab_fail "join ends with $code, and no word of its time"
[ "$code" = 11 ] || lab_fail "join ends with $code"
[ $((SECONDS - began)) -lt 30 ] || lab_fail "join took $((SECONDS - began)) s"
echo "join --timeout 2 took $((SECONDS - began)) s"
