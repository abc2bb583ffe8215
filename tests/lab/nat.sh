#!/usr/bin/env bash
# Members behind routers come to the best path that these let through, by real processes:
#   tests/lab/nat.sh PROGRAM DELAY [CELL…|all]
# A CELL is two kinds of routers (routers.sh), of the host and of the guest, and how the guest comes:
# restricted-cone/link. Without the latter, it comes by a code. Ways to come:
#
#   code, link, contact            at a relay; a contact was kept at a match before
#   no-code, no-link, no-contact   the same, and there is no relay: the guest can only call the host's
#                                  address. To a link, the host's person has added that of the router
#
# Without a cell, one of each sort is tried; `all` tries every pair in every way.
#
# `a` and `b` are host and guest, `na` and `nb` their routers, each with the number of the cell. Half
# a round trip of 50 ms is between the side of `b` and all the rest: routers that refuse calls let two
# through that cross each other, which takes a way of some length.
source "$(dirname "$0")/lib.sh"
lab_begin "$@"
program=$1
delay=$2
shift 2
source "$(dirname "$0")/routers.sh"

ways=(code link contact no-code no-link no-contact)
cells=("$@")
[ ${#cells[@]} -gt 0 ] || cells=(none-restricted restricted-none cone-cone cone-restricted
  restricted-restricted steady-restricted rst-rst cone-symmetric symmetric-restricted
  symmetric-symmetric restricted-steady/link symmetric-steady/link restricted-restricted/contact
  restricted-none/no-code none-restricted/no-link restricted-none/no-link none-symmetric/no-contact
  restricted-none/no-contact)
if [ "${cells[0]}" = all ]; then
  cells=()
  for way in "${ways[@]}"; do
    for one in "${kinds[@]}"; do
      for other in "${kinds[@]}"; do cells+=("$one-$other/$way"); done
    done
  done
fi

# expected KIND KIND WAY: the path that the pair comes to, or what the guest's program says
expected() {
  case "$3:$1-$2" in
    no-code:*) echo no_relay ;;
    no-*:none-* | no-link:cone-*) echo direct ;;
    no-*) echo unreachable ;;
    *:none-* | *:*-none) echo direct ;;
    *:symmetric-cone | *:cone-symmetric) echo punched ;;
    *:symmetric-* | *:*-symmetric) echo relay ;;
    *) echo punched ;;
  esac
}

hands='{"hands":100000,"stack":1000000,"betting":"fixed-limit"}'
# host ARGUMENT…: `a` hosts in its place; its process is $host
host() {
  seat "$a" "$a" host holdem --params "$hands" --admit invited "$@"
  host=$lab_process
}
# guest ARGUMENT…: `b` joins; its process is $guest
guest() {
  seat "$b" "$b" join "$@" --accept
  guest=$lab_process
}
# leave: both are gone. One that ends by itself must not be killed a second time
leave() {
  kill -KILL "$host" "$guest" 2>/dev/null || true
  wait "$host" "$guest" 2>/dev/null || true
}

# meet WAY: both play a match, and keep each other as contacts. Without a relay and a public address
# they meet in one place, of which nothing is left afterwards but an address that leads nowhere
meet() {
  if [ "$1" = contact ]; then
    host --relay "$relay_url" --keep
    guest "$(said_by "$a" '"type":"code"' code)" --keep
  elif [ "$one" = none ]; then
    host --keep
    guest "$(said_by "$a" '"type":"invitation"' link)" --keep
  else
    host --keep --listen 127.0.0.1:7777
    seat "$b" "$a" join "$(said_by "$a" '"type":"invitation"' link)" --accept --keep
    guest=$lab_process
  fi
  event "$a" '"type":"kept"' >/dev/null
  event "$b" '"type":"kept"' >/dev/null
  leave
}

# fails: the guest's program gives up, and nobody came to the host
fails() {
  local status=0
  wait "$guest" || status=$?
  [ "$status" = 6 ] || lab_fail "$cell: join ends with $status"
  ! grep -qE '"type":"(came|code)"' "$lab_folder/$a.events" || lab_fail "$cell: $a has a guest"
}

# come WAY: the guest comes to the host in that way
come() {
  local link
  case $1 in
    code)
      host --relay "$relay_url"
      invitation=$(said_by "$a" '"type":"code"' code)
      ;;
    link)
      host --relay "$relay_url"
      invitation=$(said_by "$a" '"type":"invitation"' link)
      ;;
    contact)
      meet contact
      host --relay "$relay_url" --invite "$b"
      invitation=$a
      ;;
    no-code)
      host
      invitation="7-guitar-igloo"
      ;;
    no-link)
      host
      link=$(said_by "$a" '"type":"invitation"' link)
      [ "$one" = none ] || link+="&a=$public:7777"
      invitation=$link
      ;;
    no-contact)
      meet no-contact
      host --invite "$b"
      invitation=$a
      ;;
  esac
  event "$a" '"type":"gathering"' >/dev/null
  joined=$(now_ms)
  guest "$invitation" --timeout 15
}

wan_begin
wan_side br1 "$delay" 25
wan_relay "$program" br0

number=0
for cell in "${cells[@]}"; do
  way=code pair=${cell%%/*}
  [ "$pair" = "$cell" ] || way=${cell##*/}
  one=${pair%-*} other=${pair#*-}
  number=$((number + 1))
  a=a$number b=b$number
  # Others for each cell, since the relay lets one address make only some visits a minute.
  public=198.51.100.$((10 + 2 * (number % 100)))
  place "$a" "n$a" "$one" br0 "$public" 192.168.1
  place "$b" "n$b" "$other" br1 "198.51.100.$((11 + 2 * (number % 100)))" 192.168.2
  come "$way"
  expects=$(expected "$one" "$other" "$way")
  case $expects in
    no_relay)
      fails
      said=$(tail -n 1 "$lab_folder/$b.err")
      [[ "$said" = "fairdeal: This code does not name the relay at which"* ]] ||
        lab_fail "$cell: join says $said"
      came=$said
      ;;
    unreachable)
      fails
      event "$b" '"name":"(unreachable|nobody_there|host_silent)"' >/dev/null
      said=$(said_by "$b" '"type":"failed"' message)
      grep -qE '^Could not reach the table: (no answer from|no program listens at|nothing comes back from) [0-9.:]+' <<<"$said" ||
        lab_fail "$cell: join says $said"
      came="$said $(($(now_ms) - joined)) ms after the guest came"
      ;;
    relay)
      begun=$(ms_of "$(event "$b" '"type":"begin"')")
      why=$(said_by "$a" '"type":"relay_only"' why)
      event "$b" '"type":"relay_only"' >/dev/null
      ! grep -qE '"rung":"(direct|punched)"' "$lab_folder/$a.events" || lab_fail "$cell found a way"
      came="$why"
      ;;
    *)
      begun=$(ms_of "$(event "$b" '"type":"begin"')")
      event "$a" "\"rung\":\"$expects\"" >/dev/null
      event "$b" "\"rung\":\"$expects\"" >/dev/null
      came="$(($(now_ms) - begun)) ms after the table began"
      ;;
  esac
  case $expects in
    no_relay | unreachable) ;;
    *)
      dealt=$(ms_of "$(event "$b" '"saw":\[[^]]*"dealt"')")
      came+="; the first card $((dealt - joined)) ms after the guest came"
      ;;
  esac
  echo "$cell: $expects ($came)"
  leave
  lab_forget "$a" "n$a" "$b" "n$b"
done
wan_end
