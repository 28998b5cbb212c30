#!/bin/sh
# native-libraries.sh NAME...: makes sure that these libraries can be loaded: ucx, hwloc.
# Where one is missing it is installed with apt, given the right to; else the line to run is shown.
set -u
home=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$home/tools/steps.sh"
. "$home/tools/packages.sh"

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

# need LIBRARY APT DNF PACMAN BREW: notes what is missing, as each package manager calls it.
need() {
  is_found "$1" && return
  libraries=${libraries:+$libraries and }$1
  apt="$apt $2" dnf="$dnf $3" pacman="$pacman $4" brew=$5${brew:+, $brew}
}

look() {
  libraries='' apt='' dnf='' pacman='' brew=''
  for name in "$@"; do
    case $name in
      ucx) need libucp.so.0 libucx0 ucx openucx 'UCX from https://openucx.org' ;;
      hwloc) need libhwloc.so.15 libhwloc15 hwloc-libs hwloc 'brew install hwloc' ;;
      *) say "native-libraries.sh knows ucx and hwloc, not $name"; exit 2 ;;
    esac
  done
  [ -z "$libraries" ]
}

look "$@" && exit 0
# shellcheck disable=SC2086 # A list of names.
install_packages $apt && look "$@" && exit 0
without=
case $apt in *libucx0*) without='. Ranks of one host do without UCX: --transport shared' ;; esac
say "$libraries can't be loaded, and can't be installed: ${obstacle:-apt-get has brought something else}." \
  "As root: apt-get install$apt | dnf install$dnf | pacman -S$pacman | $brew$without"
exit 1
