# Networks of namespaces on this machine, for tests of real processes: sourced by the scripts of
# tests/lab. A script begins with
#
#   source "$(dirname "$0")/lib.sh"
#   lab_begin "$@"
#
# which runs it again with a network and a list of mounts of its own, as root there. So nothing that
# it makes is seen outside, and no rights are needed where users may make namespaces. If they may
# not, the script ends with 77, which ctest counts as skipped.
set -euo pipefail

lab_namespaces=()  # those that this script has made
lab_patience_s=60  # how long to wait for what has to come

lab_skip() {
  echo "skipped: $*"
  exit 77
}

lab_fail() {
  echo "FAILED: $*" >&2
  local file
  for file in "$lab_folder"/*.err; do
    [ -s "$file" ] && { echo "--- ${file##*/}" >&2; cat "$file" >&2; }
  done
  exit 1
}

lab_begin() {
  if [ "${LAB_INSIDE:-}" != 1 ]; then
    command -v ip >/dev/null || lab_skip "there is no ip (package iproute2)"
    unshare -rnm true 2>/dev/null || lab_skip "namespaces may not be made here (unshare -rnm)"
    LAB_INSIDE=1 exec unshare -rnm bash "$0" "$@"
  fi
  lab_folder=$(mktemp -d)
  trap lab_end EXIT
  mount -t tmpfs lab /run  # the names of namespaces are in /run/netns
  mkdir /run/netns
  ip netns add lab-probe 2>/dev/null || lab_skip "ip netns add fails here"
  ip netns delete lab-probe
}

lab_end() {
  local process namespace
  # The shell's own list: a number from one of ours may be another's process by now.
  for process in $(jobs -pr); do kill -KILL "$process" 2>/dev/null || true; done
  # A lobby starts each table in a session of its own, and a browser has helpers: every process in a
  # namespace of this script is its own, whoever started it.
  for namespace in "${lab_namespaces[@]}"; do
    for process in $(ip netns pids "$namespace"); do kill -KILL "$process" 2>/dev/null || true; done
  done
  for namespace in "${lab_namespaces[@]}"; do ip netns delete "$namespace" || true; done
  rm -rf "$lab_folder"
}

# lab_namespace NAME…: a machine with loopback and nothing else
lab_namespace() {
  local name
  for name in "$@"; do
    ip netns add "$name"
    lab_namespaces+=("$name")
    ip -n "$name" link set lo up
    # Otherwise an IPv6 address may not be used for its first seconds.
    lab_in "$name" bash -c 'for at in all default; do
      echo 0 >/proc/sys/net/ipv6/conf/$at/accept_dad; done'
  done
}

# lab_forget NAMESPACE…: takes away those of them that there are
lab_forget() {
  local name left=()
  for name in "${lab_namespaces[@]}"; do
    case " $* " in
      *" $name "*) ip netns delete "$name" ;;
      *) left+=("$name") ;;
    esac
  done
  lab_namespaces=("${left[@]}")
}

# lab_in NAMESPACE COMMAND…: runs it there
lab_in() {
  ip netns exec "$@"
}

# lab_bridge NAMESPACE BRIDGE: a switch, whose ports are in that namespace
lab_bridge() {
  ip -n "$1" link add "$2" type bridge
  ip -n "$1" link set "$2" up
}

# lab_plug NAMESPACE INTERFACE SWITCH_NAMESPACE BRIDGE [ADDRESS/BITS…]: a cable from a new interface
# to a switch
lab_plug() {
  local namespace=$1 interface=$2 switch=$3 bridge=$4 address
  shift 4
  local port="$namespace-$interface"
  ip -n "$namespace" link add "$interface" type veth peer name "$port" netns "$switch"
  ip -n "$switch" link set "$port" master "$bridge" up
  for address in "$@"; do ip -n "$namespace" address add "$address" brd + dev "$interface"; done
  ip -n "$namespace" link set "$interface" up
}

# lab_start NAME NAMESPACE COMMAND…: runs it in the background; its output is in
# $lab_folder/NAME.out and NAME.err, and its process is $lab_process
lab_start() {
  local name=$1 namespace=$2
  shift 2
  ip netns exec "$namespace" "$@" >"$lab_folder/$name.out" 2>"$lab_folder/$name.err" </dev/null &
  lab_process=$!
}

# lab_said NAME WORDS: waits until what lab_start started under that name has said the words
lab_said() {
  : >>"$lab_folder/$1.err"  # it may not be there yet
  timeout 60 grep -qm1 -- "$2" < <(exec tail -n +1 -f --pid=$$ "$lab_folder/$1.err") ||
    lab_fail "$1 does not say: $2"
}

# seat NAME NAMESPACE ARGUMENT…: a member, whose bot begins to play there. Its events are in
# NAME.events, its folder is $lab_folder/NAME, and its process is $lab_process
seat() {
  local name=$1 namespace=$2
  shift 2
  mkdir -p "$lab_folder/$name"
  rm -f "$lab_folder/$name".{events,out,err}
  ip netns exec "$namespace" env HOME="$lab_folder/$name" XDG_DATA_HOME="$lab_folder/$name" \
    "$program" "$@" --bot simple --quiet --nickname "$name" --events-fd 3 \
    3>"$lab_folder/$name.events" >"$lab_folder/$name.out" 2>"$lab_folder/$name.err" </dev/null &
  lab_process=$!
}

# line FILE WORDS [COUNT]: waits for the line of that count (the first) with these words in
# $lab_folder/FILE, and says it
line() {
  local found
  : >>"$lab_folder/$1"  # it may not be there yet
  found=$(timeout "$lab_patience_s" grep -m"${3:-1}" -E -- "$2" \
    < <(exec tail -n +1 -f --pid=$$ "$lab_folder/$1" 2>/dev/null)) ||
    lab_fail "$1 has no line with $2, but: $(grep -v '"type":"step"' "$lab_folder/$1" || true)"
  tail -n 1 <<<"$found"
}

# event NAME WORDS [COUNT]: the same of a member's events
event() { line "$1.events" "${@:2}"; }

# said_by NAME WORDS KEY: waits for such an event, and says the text that it has under that key
said_by() { event "$1" "$2" | grep -oE "\"$3\":\"[^\"]+\"" | cut -d'"' -f4; }

now_ms() { sed -E 's/^([0-9]+)\.([0-9]{2}).*/\1\20/' /proc/uptime; }
# ms_of EVENT: when it happened, by the same clock
ms_of() { grep -oE '"us":[0-9]+' <<<"$1" | grep -oE '[0-9]+' | sed 's/...$//'; }
step_of() { grep -oE '"step":[0-9]+' <<<"$1" | grep -oE '[0-9]+'; }
