# Sourced by the scripts beside it: what they say, and how they install and build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\033[1m==\033[0m %s\n' "$*" >&2; }
die() { printf '\033[1;31m==\033[0m %s\n' "$*" >&2; exit 1; }
[ -t 2 ] && [ -z "${NO_COLOR:-}" ] || { say() { printf '== %s\n' "$*" >&2; }; die() { printf '== %s\n' "$*" >&2; exit 1; }; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "Installing packages needs root: run this as root, or install sudo."
  fi
}

# Installs those of the given Debian packages that are not there yet.
install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  as_root apt-get update -qq || die "apt-get update failed: is there a network, and a Debian mirror in /etc/apt?"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
    die "apt-get install failed. By hand: apt-get install ${missing[*]}"
}

packages() { sed 's/#.*//' scripts/packages.txt | xargs; }
# Those without what only tests run: players need no servers of other projects.
packages_to_build() { sed '/^# What only tests/,$d; s/#.*//' scripts/packages.txt | xargs; }

# Debian's Node.js where there is no other.
node_packages() { command -v npm >/dev/null || echo nodejs npm; }
# Installs what web/package-lock.json names, and nothing newer; again only after that file changed.
install_node_modules() (
  cd web
  cmp -s package-lock.json node_modules/.installed-lock && return
  npm ci --no-audit --no-fund --silent && cp package-lock.json node_modules/.installed-lock
)

# build PRESET [TARGET…]: configures and builds, with progress.
build() {
  local preset=$1
  shift
  export CCACHE_DIR="${CCACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/ccache}"
  say "Building ($preset)"
  if [ ! -f "build/$preset/build.ninja" ]; then
    cmake --preset "$preset" >"/tmp/fairdeal-configure-$$.log" 2>&1 || { cat "/tmp/fairdeal-configure-$$.log" >&2; die "Configuring failed."; }
    rm -f "/tmp/fairdeal-configure-$$.log"
  fi
  cmake --build --preset "$preset" ${1:+--target "$@"} >&2 || die "The build failed: the first error above says where."
}
