#!/usr/bin/env bash
# Tables of real processes go on while parts of a relay of many processes die:
#   tests/lab/nats.sh PROGRAM RELAY_LAB BUS_VANDAL short|all
# Two relays share three NATS servers (scripts/relay-cluster), behind a balancer that gives its clients
# to the relays in turn. Host and guest meet there by a code. While they play, something breaks, and they
# have to finish their match. All the while two claim one box by the two relays. The servers speak TLS and know one
# user; BUS_VANDAL has its seed, deletes the store of places, and writes other values into it.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$1 lab=$2 vandal=$3 which=$4
command -v openssl >/dev/null || { echo "skipped: there is no openssl"; exit 77; }
command -v nats-server >/dev/null || { echo "skipped: there is no nats-server (package nats-server)"; exit 77; }
if "$program" relay --nats nats://127.0.0.1:1 --listen 127.0.0.1:0 --json 2>/dev/null | grep -q no_nats; then
  echo "skipped: the program was built without NATS"; exit 77
fi

folder=$(mktemp -d)
fail() {
  echo "FAILED: $*" >&2
  tail -n 20 "$folder"/*.{out,err} "$folder"/cluster/relay*.log >&2 || true
  exit 1
}
# Ten ports in a row that are free, as far as one can see, and one for the balancer.
port=$((20000 + RANDOM % 10000))
coproc cluster { exec scripts/relay-cluster "$program" "$folder/cluster" "$port"; }
others=()
end() {
  # At the end of its input the cluster kills what it has started.
  [ -z "${cluster[1]:-}" ] || exec {cluster[1]}>&-
  for process in "${others[@]}"; do kill -KILL "$process" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap end EXIT
answered() {
  local line
  read -r -t 120 line <&"${cluster[0]}" && [ "$line" = "done" ] || fail "the cluster: $* ($line)"
}
cluster() {
  echo "$*" >&"${cluster[1]}"
  answered "$@"
}
answered start

balancer=$((port + 10))
"$lab" balance "$balancer" "$port" $((port + 1)) &
others+=($!)
coproc claimers { exec "$lab" claim "$port" $((port + 1)) 2>&1; }
others+=("$claimers_PID")
relay=ws://127.0.0.1:$balancer

# seat NAME COMMAND…: a member, in the background; its number is in $seat
seat() {
  local name=$1
  shift
  : >"$folder/$name.err"
  env HOME="$folder" XDG_DATA_HOME="$folder/$name" FAIRDEAL_RELAY="$relay" "$program" "$@" \
    --nickname "$name" --bot simple >"$folder/$name.out" 2>>"$folder/$name.err" </dev/null &
  seat=$!
  others+=("$seat")
}
said() {
  timeout 60 grep -qm1 -- "$2" < <(exec tail -n +1 -f --pid=$$ "$folder/$1.err") ||
    fail "$1 does not say: $2"
}
gaps() {
  local sum=0 number
  for number in 2 3; do
    exec 4<>"/dev/tcp/127.0.0.1/$((port + number))"
    printf 'GET /metrics HTTP/1.1\r\n\r\n' >&4
    sum=$((sum + $(sed -n 's/^fairdeal_relay_nats_gaps_total //p' <&4 | tr -d '\r')))
    exec 4>&-
  done
  echo "$sum"
}

# ended NAME PROCESS WORDS: waits until a member has ended well; the logs tell why one goes on for ever
ended() {
  timeout 240 tail --pid="$2" -f /dev/null || fail "$3: $1 goes on after 240 s"
  wait "$2" || fail "$3: $1 ends with $?"
}

tables=0
# table WORDS COMMAND…: a match during which the commands break something and mend it again
table() {
  local words=$1 code ann bob began
  shift
  tables=$((tables + 1))
  rm -rf "$folder"/Ann* "$folder"/Bob*
  seat Ann host holdem --seats 2 --params '{"hands":12}' --listen 127.0.0.1:0 --admit invited
  ann=$seat
  said Ann "for 20 minutes: "
  code=$(sed -n 's/.*for 20 minutes: //p' "$folder/Ann.err" | head -1 | tr -d '\r')
  seat Bob join "$code" --accept --listen 127.0.0.1:0
  bob=$seat
  said Bob "Everybody is here"
  began=$SECONDS
  "$@"
  ended Bob "$bob" "$words"
  ended Ann "$ann" "$words"
  echo "$words: the match ended $((SECONDS - began)) s later; gaps until now: $(gaps)"
}

vandal() {
  local keys=$folder/cluster
  "$vandal" "$1" "tls://127.0.0.1:$((port + 4))" "$(cat "$keys/relay.user")" "$keys/relay.nk" "$keys/ca.pem" ||
    fail "the vandal: $1"
}
health() {
  exec 4<>"/dev/tcp/127.0.0.1/$1"
  printf 'GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n' >&4
  head -1 <&4
  exec 4>&-
}

drain() { cluster end "$1"; cluster start "$1"; }
die() { cluster kill "$1"; cluster start "$1"; }
hang() {
  cluster pause "$1"
  read -rt 20 <> <(:) || true
  cluster resume "$1"
}
all_die() {
  local name
  for name in nats0 nats1 nats2; do cluster kill "$name"; done
  for name in nats0 nats1 nats2; do cluster start "$name"; done
}

echo "$("$lab" trip "$port" $((port + 1))), by two relays"
echo "$("$lab" trip "$port" "$port"), by one"
table "nothing breaks" true
for number in 0 1; do
  grep -q "ask for no authentication" "$folder/cluster/relay$number.log" && fail "relay$number sees open servers"
done
# A pipe whose ends happened to come to one relay notices nothing, so perhaps more than once.
for round in 1 2 3; do
  for name in nats0 nats1 nats2; do table "$name is killed" die "$name"; done
  [ "$(gaps)" = 0 ] || break
done
[ "$(gaps)" -ge 1 ] || fail "no pipe noticed a gap"
for name in relay0 relay1; do
  table "$name is told to end" drain "$name"
done
if [ "$which" = all ]; then
  for name in relay0 relay1; do table "$name is killed" die "$name"; done
  for name in nats0 nats1 nats2; do table "$name hangs for 20 s" hang "$name"; done
fi
exec {claimers[1]}>&-
claimed=$(cat <&"${claimers[0]}")
echo "the claimers: $claimed"
grep -q "by both 0 times" <<<"$claimed" || fail "a place was held twice"
# From here on two may hold a place for a moment. The second of these codes is made after the store is gone.
table "the store is deleted" vandal delete
table "the values of the store are garbled" vandal garble
if [ "$which" = all ]; then table "all servers are killed" all_die; fi
cluster open all
cluster kill relay0
all_die
cluster start relay0
grep -q "ask for no authentication" "$folder/cluster/relay0.log" || fail "relay0 does not see that the servers are open"
echo "relay0 warns of servers that let everybody in"
if [ "$which" = all ]; then
  for name in nats0 nats1 nats2; do cluster kill "$name"; done
  "$lab" claims-fail "$port" || fail "a claim without servers is granted"
  health "$port" | grep -q " 503 " || fail "healthz does not tell that claims fail"
fi
