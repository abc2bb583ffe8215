#!/usr/bin/env bash
# A host behind a router that forwards ports when it is asked is called directly, without a relay, by
# real processes: tests/lab/port_map.sh PROGRAM
#
# The router is a Linux with miniupnpd, which is asked by NAT-PMP and then by UPnP; the guest is behind
# a router that changes ports.
source "$(dirname "$0")/lib.sh"
lab_begin "$@"
program=$1
source "$(dirname "$0")/routers.sh"
command -v miniupnpd >/dev/null || lab_skip "there is no miniupnpd (package miniupnpd-nftables)"

# forwarding ROUTER: rules as those of `restricted`, with the chains that miniupnpd fills
forwarding() {
  lab_in "$1" nft -f - <<EOF
flush ruleset
table inet filter {
  chain miniupnpd { }
  chain prerouting_miniupnpd { }
  chain postrouting_miniupnpd { }
  chain through {
    type filter hook forward priority filter; policy drop
    ct state established,related accept
    iifname "lan" accept
    jump miniupnpd
  }
  chain in { type nat hook prerouting priority dstnat; jump prerouting_miniupnpd; }
  chain out {
    type nat hook postrouting priority srcnat
    jump postrouting_miniupnpd
    oifname "wan0" masquerade
  }
  chain here {
    type filter hook input priority filter
    iifname "wan0" ct state new drop
  }
}
EOF
}

# The documentation's addresses are no public ones to miniupnpd. Nothing that is sent to these leaves
# the namespaces.
wan_begin
place ann n-ann restricted br0 11.0.0.2 192.168.1
place bob n-bob symmetric br0 11.0.0.3 192.168.2
for protocol in natpmp upnp; do
  forwarding n-ann
  cat >"$lab_folder/miniupnpd.conf" <<EOF
ext_ifname=wan0
listening_ip=lan
enable_natpmp=$([ $protocol = natpmp ] && echo yes || echo no)
enable_upnp=$([ $protocol = upnp ] && echo yes || echo no)
upnp_table_name=filter
upnp_nat_table_name=filter
upnp_forward_chain=miniupnpd
upnp_nat_chain=prerouting_miniupnpd
upnp_nat_postrouting_chain=postrouting_miniupnpd
secure_mode=yes
uuid=00000000-0000-0000-0000-000000000000
allow 1024-65535 192.168.1.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
EOF
  lab_start "$protocol" n-ann miniupnpd -d -f "$lab_folder/miniupnpd.conf" \
    -P "$lab_folder/miniupnpd.pid"
  router=$lab_process
  line "$protocol.err" "$([ $protocol = natpmp ] && echo "for NAT-PMP|NAT-PMP" || echo "HTTP listening")" >/dev/null
  seat ann ann host holdem --params '{"hands":2}' --admit invited
  host=$lab_process
  mapped=$(said_by ann '"type":"mapped"' address)
  [ "$mapped" = 11.0.0.2:7777 ] || lab_fail "$protocol: mapped at $mapped"
  event ann '"type":"invitation"' 2 >/dev/null
  link=$(grep '"type":"invitation"' "$lab_folder/ann.events" | tail -n 1 | grep -oE 'fairdeal:[^"]+')
  seat bob bob join "$link" --accept
  guest=$lab_process
  event bob '"rung":"direct"' >/dev/null
  event ann '"type":"finished"' >/dev/null
  wait "$host" "$guest" || lab_fail "$protocol: a seat ends with $?"
  ! lab_in n-ann nft list chain inet filter prerouting_miniupnpd | grep -q dnat ||
    lab_fail "$protocol: the port is still forwarded"
  echo "$protocol: forwarded at $mapped, called directly, and taken back"
  kill -TERM "$router"
  wait "$router" || true
done
