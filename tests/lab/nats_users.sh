#!/usr/bin/env bash
# Users of NATS servers other than an NKEY: tests/lab/nats_users.sh PROGRAM creds|certificate
# Host and guest come to two relays that share three NATS servers (scripts/relay-cluster), meet by a code, and
# play a match. A relay that shows nothing, or something else, is not let in.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$1 by=$2
for tool in openssl xxd; do
  command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
command -v nats-server >/dev/null || { echo "skipped: there is no nats-server (package nats-server)"; exit 77; }
if "$program" relay --nats nats://127.0.0.1:1 --listen 127.0.0.1:0 --json 2>/dev/null | grep -q no_nats; then
  echo "skipped: the program was built without NATS"; exit 77
fi
. tests/lab/nats_accounts.sh

folder=$(mktemp -d)
port=$((20000 + RANDOM % 10000))
others=()
end() {
  [ -z "${cluster[1]:-}" ] || exec {cluster[1]}>&-
  for process in "${others[@]}"; do kill -KILL "$process" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap end EXIT
fail() {
  echo "FAILED: $*" >&2
  tail -n 20 "$folder"/*.{out,err,log} >&2 || true
  exit 1
}

[ "$by" != creds ] || write_accounts "$program" "$folder"
coproc cluster { exec scripts/relay-cluster "$program" "$folder" "$port" "$by"; }
read -r -t 120 line <&"${cluster[0]}" && [ "$line" = "done" ] || fail "the cluster does not come up"
for number in 0 1; do
  grep -q "ask for no authentication" "$folder/relay$number.log" && fail "relay$number sees open servers"
done

# seat NAME NUMBER COMMAND…: a member at a relay, in the background
seat() {
  local name=$1 number=$2
  shift 2
  : >"$folder/$name.err"
  env HOME="$folder" XDG_DATA_HOME="$folder/$name" FAIRDEAL_RELAY="ws://127.0.0.1:$((port + number))" \
    "$program" "$@" --nickname "$name" --bot simple >"$folder/$name.out" 2>>"$folder/$name.err" </dev/null &
  seat=$!
  others+=("$seat")
}
seat Ann 0 host kuhn --listen 127.0.0.1:0 --admit invited
ann=$seat
timeout 60 grep -qm1 "for 20 minutes: " < <(exec tail -n +1 -f --pid=$$ "$folder/Ann.err") || fail "Ann has no code"
code=$(sed -n 's/.*for 20 minutes: //p' "$folder/Ann.err" | head -1 | tr -d '\r')
seat Bob 1 join "$code" --accept --listen 127.0.0.1:0
wait "$seat" || fail "Bob ends with $?"
wait "$ann" || fail "Ann ends with $?"
echo "$by: a match was played by two relays"

# refused WORDS OPTION…: a relay with these options comes to no server
refused() {
  local words=$1
  shift
  timeout 60 "$program" relay --listen 127.0.0.1:0 --nats "tls://127.0.0.1:$((port + 4))" --json \
    --cluster-key "$folder/cluster.key" "$@" >"$folder/refused.out" 2>&1 && fail "a relay $words is let in"
  grep -q nats_down "$folder/refused.out" || fail "a relay $words ends otherwise: $(cat "$folder/refused.out")"
  echo "$by: a relay $words is refused"
}
refused "that shows nothing" --nats-ca "$folder/ca.pem"
refused "with an NKEY that nobody knows" --nats-ca "$folder/ca.pem" --nats-nkey "$folder/relay.nk"
if [ "$by" = creds ]; then
  refused "of a foreign account" --nats-ca "$folder/ca.pem" --nats-creds "$folder/foreign.creds"
  refused "with a forged JWT" --nats-ca "$folder/ca.pem" --nats-creds "$folder/forged.creds"
else
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=relay -days 2 \
    -keyout "$folder/own.key" -out "$folder/own.pem" 2>/dev/null
  refused "with a certificate of another authority" --nats-ca "$folder/ca.pem" \
    --nats-cert "$folder/own.pem" --nats-key "$folder/own.key"
  refused "that takes these servers for strangers" --nats-ca "$folder/own.pem" \
    --nats-cert "$folder/relay.pem" --nats-key "$folder/relay.key"
fi
