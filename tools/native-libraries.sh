#!/bin/sh
# Makes sure that the native libraries that Starling calls can be loaded: UCX and hwloc.
# Where one is missing it is installed with apt, given the right to; else the line to run is shown.
set -u

# Whether the dynamic linker finds the library, without asking ldconfig where that can be avoided.
is_found() {
  old_separator=$IFS
  IFS=:
  for folder in ${LD_LIBRARY_PATH:-}; do
    if [ -e "$folder/$1" ]; then IFS=$old_separator; return 0; fi
  done
  IFS=$old_separator
  for folder in /usr/lib/*-linux-gnu* /lib/*-linux-gnu* /usr/lib64 /usr/lib /usr/local/lib; do
    [ -e "$folder/$1" ] && return 0
  done
  PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -qF "	$1 "
}

missing() {
  is_found libucp.so.0 || echo libucx0
  is_found libhwloc.so.15 || echo libhwloc15
}

# The package's name on this system: some releases append t64.
package_name() {
  for name in "$1" "$1t64"; do
    if apt-cache show "$name" >/dev/null 2>&1; then echo "$name"; return; fi
  done
  echo "$1"
}

install_with_apt() {
  names=''
  for package in "$@"; do names="$names $(package_name "$package")"; done
  echo "starling: installing$names" >&2
  # shellcheck disable=SC2086 # A list of names, and a prefix that may be empty.
  DEBIAN_FRONTEND=noninteractive $privilege apt-get -qq -o DPkg::Lock::Timeout=120 \
    install -y --no-install-recommends $names >&2
}

packages=$(missing)
[ -z "$packages" ] && exit 0

if [ "$(id -u)" = 0 ]; then privilege=''; allowed=yes
elif sudo -n true 2>/dev/null; then privilege='sudo -n'; allowed=yes
else allowed=no
fi

if [ "$allowed" = yes ] && command -v apt-get >/dev/null; then
  # shellcheck disable=SC2086
  install_with_apt $packages || { $privilege apt-get -qq update >&2; install_with_apt $packages; }
  packages=$(missing)
  [ -z "$packages" ] && exit 0
fi

# shellcheck disable=SC2086
set -- $packages
echo "starling: a native library that Starling needs is missing. Install it with:" >&2
if command -v apt-get >/dev/null; then
  echo "  sudo apt-get update && sudo apt-get install -y $*" >&2
else
  echo "  your package manager: libucp.so.0 is in UCX (ucx, libucx0)," \
    "libhwloc.so.15 in hwloc (hwloc-libs, libhwloc15)" >&2
fi
exit 1
