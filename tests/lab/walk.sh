#!/usr/bin/env bash
# Two people in two houses play an evening by clicks and typed text alone: tests/lab/walk.sh PROGRAM
# [--only WORDS] [--pictures FOLDER]. Each house is a namespace that reaches the relay and not the
# other house; in each a lobby and a browser run: web/tests/walk.mjs, which has the options.
source "$(dirname "$0")/lib.sh"
command -v node >/dev/null || lab_skip "Node.js is not here (Debian: nodejs)."
[ -x "${CHROMIUM:-/usr/bin/chromium-headless-shell}" ] || lab_skip "Chromium is not here, and CHROMIUM names none."
web=$(cd "$(dirname "$0")/../../web" && pwd)
[ -d "$web/node_modules/playwright-core" ] || lab_skip "web/node_modules is not there: npm ci in web/."
lab_begin "$@"
program=$(realpath "$1")

lab_namespace relay ann bob
for house in ann bob; do lab_bridge relay "$house"; done
lab_plug ann eth0 relay ann 10.77.1.2/24
lab_plug bob eth0 relay bob 10.77.2.2/24
ip -n relay address add 10.77.1.1/24 dev ann
ip -n relay address add 10.77.2.1/24 dev bob
ip -n ann route add default via 10.77.1.1
ip -n bob route add default via 10.77.2.1
# Packets from one house to the other end here.
lab_in relay bash -c 'for at in all default; do
  echo 0 >/proc/sys/net/ipv4/conf/$at/forwarding; done'
lab_start relay relay "$program" relay --listen 10.77.1.1:4800
line relay.out "The relay listens" >/dev/null

# Each house has a desktop: the program by its name, a browser for Playwright, which talks to it
# through pipes, and an xdg-open that notes at home which file it was to show.
for house in ann bob; do
  desktop=$lab_folder/$house/bin
  mkdir -p "$desktop"
  ln -s "$program" "$desktop/fairdeal"
  printf '#!/bin/sh\nexec ip netns exec %s "%s" "$@"\n' "$house" "${CHROMIUM:-/usr/bin/chromium-headless-shell}" \
    >"$desktop/browser"
  printf '#!/bin/sh\nprintf "%%s\\n" "$1" >>"$HOME/shown"\n' >"$desktop/xdg-open"
  chmod +x "$desktop/browser" "$desktop/xdg-open"
done
shift
node "$web/tests/walk.mjs" "$lab_folder" ws://10.77.1.1:4800 "$@"
