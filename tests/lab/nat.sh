#!/usr/bin/env bash
# Members behind routers come to the best path that these let through, by real processes:
#   tests/lab/nat.sh PROGRAM DELAY [PAIR…]
# A PAIR is two kinds of routers: restricted-cone. Without one, a pair of each kind is tried; `all`
# tries all pairs. Kinds:
#
#   none        a public address
#   cone        one port outside for a port inside, and whoever calls it is let in
#   restricted  the same port, but only those are let in who were called from there
#   rst         as restricted, and refuses other calls instead of dropping them
#   symmetric   another port for each connection, and only the one who was called is let in
#
# The relay and its two reflectors are at 198.51.100.1 in `wan`. `a` and `b` are the members, `na`
# and `nb` their routers, each with the number of the pair. The program DELAY (delay.cc) is between
# the side of `b` and all the rest, 25 ms each way: routers that refuse calls let two through that
# cross each other, which takes a way of some length.
source "$(dirname "$0")/lib.sh"
lab_begin "$@"
program=$1
delay=$2
shift 2
command -v nft >/dev/null || lab_skip "there is no nft (package nftables)"

kinds=(none cone restricted rst symmetric)
pairs=("$@")
[ ${#pairs[@]} -gt 0 ] || pairs=(none-restricted restricted-none cone-cone cone-restricted
  restricted-restricted rst-rst cone-symmetric symmetric-restricted symmetric-symmetric)
if [ "${pairs[0]}" = all ]; then
  pairs=()
  for one in "${kinds[@]}"; do for other in "${kinds[@]}"; do pairs+=("$one-$other"); done; done
fi

# expected KIND KIND: the path that the pair comes to
expected() {
  case "$1-$2" in
    none-* | *-none) echo direct ;;
    symmetric-cone | cone-symmetric) echo punched ;;
    symmetric-* | *-symmetric) echo relay ;;
    *) echo punched ;;
  esac
}

# router ROUTER KIND MEMBER NETWORK: its rules, which are all of IPv4 and TCP
rules() {
  local port="" unasked="drop" forward="" inside=""
  [ "$2" = symmetric ] && port="random,fully-random"
  [ "$2" = rst ] && unasked="reject with tcp reset"
  if [ "$2" = cone ]; then
    forward='iifname "wan0" accept'
    inside="iifname \"wan0\" tcp dport 1024-65535 dnat to $3"
  fi
  lab_in "$1" nft -f - <<EOF
table ip nat {
  chain out { type nat hook postrouting priority srcnat; oifname "wan0" masquerade $port; }
  chain in { type nat hook prerouting priority dstnat; $inside; }
}
table ip filter {
  chain through {
    type filter hook forward priority filter; policy drop
    ct state established,related accept
    iifname "lan" accept
    $forward
  }
  chain here {
    type filter hook input priority filter
    iifname "wan0" meta l4proto tcp ct state new $unasked
  }
}
EOF
}

# place MEMBER ROUTER KIND BRIDGE PUBLIC_ADDRESS NETWORK: puts a member behind a router of that kind
place() {
  local member=$1 router=$2 kind=$3 net=$4 public=$5 network=$6
  lab_namespace "$member"
  if [ "$kind" = none ]; then
    lab_plug "$member" eth0 wan "$net" "$public/24"
    return
  fi
  lab_namespace "$router"
  lab_plug "$router" wan0 wan "$net" "$public/24"
  lab_bridge "$router" lan
  ip -n "$router" address add "$network.1/24" dev lan
  lab_plug "$member" eth0 "$router" lan "$network.2/24"
  ip -n "$member" route add default via "$network.1"
  lab_in "$router" bash -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
  rules "$router" "$kind" "$network.2"
}

# seat NAME ARGUMENT…: begins to play there; its events are in NAME.events
seat() {
  local name=$1
  shift
  mkdir "$lab_folder/$name"
  ip netns exec "$name" env HOME="$lab_folder/$name" XDG_DATA_HOME="$lab_folder/$name" "$program" \
    "$@" --bot simple --quiet --nickname "$name" --events-fd 3 3>"$lab_folder/$name.events" \
    >"$lab_folder/$name.out" 2>"$lab_folder/$name.err" </dev/null &
  lab_process=$!
}

# line FILE WORDS: waits for a line with these words in $lab_folder/FILE, and says it
line() {
  : >>"$lab_folder/$1"  # it may not be there yet
  timeout 60 grep -m1 -E -- "$2" < <(exec tail -n +1 -f --pid=$$ "$lab_folder/$1") ||
    lab_fail "$1 has no line with $2, but: $(grep -v '"type":"step"' "$lab_folder/$1" || true)"
}
event() { line "$1.events" "$2"; }

now_ms() { sed -E 's/^([0-9]+)\.([0-9]{2}).*/\1\20/' /proc/uptime; }
# ms_of EVENT: when it happened, by the same clock
ms_of() { grep -oE '"us":[0-9]+' <<<"$1" | grep -oE '[0-9]+' | sed 's/...$//'; }

lab_namespace wan
lab_bridge wan br0
ip -n wan address add 198.51.100.1/24 dev br0
lab_bridge wan br1
lab_start delay wan "$delay" 25 tap0 tap1
delaying=$lab_process
[ "$(line delay.out .)" = joined ] || lab_skip "TAP interfaces may not be made here"
ip -n wan link set tap0 master br0 up
ip -n wan link set tap1 master br1 up
lab_start relay wan "$program" relay --listen 198.51.100.1:4800 --reflect 198.51.100.1:4801 \
  --reflect 198.51.100.1:4802
relay=$lab_process
line relay.out "The relay listens" >/dev/null
lab_namespace probe
lab_in probe nft 'add table ip probe' 2>/dev/null || lab_skip "nft has no rights here"

number=0
for pair in "${pairs[@]}"; do
  one=${pair%-*} other=${pair#*-}
  number=$((number + 1))
  a=a$number b=b$number
  place "$a" "n$a" "$one" br0 "198.51.100.$((9 + 2 * number))" 192.168.1
  place "$b" "n$b" "$other" br1 "198.51.100.$((10 + 2 * number))" 192.168.2

  seat "$a" host holdem --params '{"hands":100000,"stack":1000000,"betting":"fixed-limit"}' --relay ws://198.51.100.1:4800 --admit invited
  host=$lab_process
  code=$(event "$a" '"type":"code"' | grep -oE '"code":"[^"]+"' | cut -d'"' -f4)
  joined=$(now_ms)
  seat "$b" join "$code" --accept
  guest=$lab_process
  begun=$(ms_of "$(event "$b" '"type":"begin"')")
  expects=$(expected "$one" "$other")
  case $expects in
    relay)
      why=$(event "$a" '"type":"relay_only"' | grep -oE '"why":"[^"]+"')
      event "$b" '"type":"relay_only"' >/dev/null
      ! grep -qE '"rung":"(direct|punched)"' "$lab_folder/$a.events" || lab_fail "$pair found a way"
      came=$why
      ;;
    *)
      event "$a" "\"rung\":\"$expects\"" >/dev/null
      event "$b" "\"rung\":\"$expects\"" >/dev/null
      came="$(($(now_ms) - begun)) ms after the table began"
      ;;
  esac
  dealt=$(ms_of "$(event "$b" '"saw":\[[^]]*"dealt"')")
  echo "$pair: $expects ($came); the first card $((dealt - joined)) ms after the code"
  # One that ends by itself, or is told that the other has left, must not be killed a second time.
  kill -KILL "$host" "$guest" 2>/dev/null || true
  wait "$host" "$guest" 2>/dev/null || true
done
kill -TERM "$relay" "$delaying"
wait "$relay" "$delaying" || true
