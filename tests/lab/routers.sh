# Members behind routers, and a relay that all of them reach: sourced by scripts of tests/lab after
# lib.sh and lab_begin. Kinds of routers:
#
#   none        a public address
#   cone        one port outside for a port inside, and whoever calls it is let in
#   restricted  the same port, but only those are let in who were called from there
#   steady      as restricted, but the port outside is another one, always the same for a port inside
#   rst         as restricted, and refuses other calls instead of dropping them
#   symmetric   another port for each connection, and only the one who was called is let in
#
# The public network is 198.51.100.0/24: switches in `wan`, of which br0 is in the middle. The relay
# and its two reflectors are at 198.51.100.1.
command -v nft >/dev/null || lab_skip "there is no nft (package nftables)"

kinds=(none cone restricted steady rst symmetric)
relay_url=ws://198.51.100.1:4800
lab_services=()  # the processes of the network

# wan_begin: the switch in the middle
wan_begin() {
  lab_namespace wan
  lab_bridge wan br0
  lab_namespace probe
  lab_in probe nft 'add table ip probe' 2>/dev/null || lab_skip "nft has no rights here"
}

# wan_side BRIDGE DELAY MS: a further switch, from which everything takes that long to the middle, by
# the program DELAY (delay.cc)
wan_side() {
  local bridge=$1 delay=$2 ms=$3
  lab_bridge wan "$bridge"
  lab_start "delay-$bridge" wan "$delay" "$ms" "$bridge-in" "$bridge-out"
  lab_services+=("$lab_process")
  [ "$(line "delay-$bridge.out" .)" = joined ] || lab_skip "TAP interfaces may not be made here"
  ip -n wan link set "$bridge-in" master "$bridge" up
  ip -n wan link set "$bridge-out" master br0 up
}

# wan_relay PROGRAM BRIDGE: the relay, at that switch
wan_relay() {
  lab_namespace relay
  lab_plug relay eth0 wan "$2" 198.51.100.1/24
  lab_start relay relay "$1" relay --listen 198.51.100.1:4800 --reflect 198.51.100.1:4801 \
    --reflect 198.51.100.1:4802
  lab_services+=("$lab_process")
  line relay.out "The relay listens" >/dev/null
}

wan_end() {
  kill -TERM "${lab_services[@]}"
  wait "${lab_services[@]}" || true
  lab_services=()
}

# other_ports: a table for nft, of another port for each from which a member behind `steady` calls.
# They are few, since nft takes no table of all ports at once
steady_first=40000 steady_last=40999
other_ports() {
  local port
  for ((port = steady_first; port < steady_last; port++)); do echo -n "$port : $((port + 1)), "; done
  echo "$steady_last : $steady_first"
}

# rules ROUTER KIND MEMBER PUBLIC_ADDRESS: its rules, which are all of IPv4 and TCP
rules() {
  local out="masquerade" unasked="drop" forward="" inside="" ports=""
  case $2 in
    symmetric) out="masquerade random,fully-random" ;;
    rst) unasked="reject with tcp reset" ;;
    cone)
      forward='iifname "wan0" accept'
      inside="iifname \"wan0\" tcp dport 1024-65535 dnat to $3"
      ;;
    steady)
      ports="map ports { type inet_service : inet_service; elements = { $(other_ports) }; }"
      out="meta l4proto tcp snat to $4 : tcp sport map @ports"
      ;;
  esac
  lab_in "$1" nft -f - <<EOF
table ip nat {
  $ports
  chain out { type nat hook postrouting priority srcnat; oifname "wan0" $out; }
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
  if [ "$kind" = steady ]; then
    lab_in "$member" bash -c "echo $steady_first $steady_last >/proc/sys/net/ipv4/ip_local_port_range"
  fi
  rules "$router" "$kind" "$network.2" "$public"
}
