# Installs packages of Debian and Ubuntu where that can be done; sourced after steps.sh.

# install_packages NAME...: one line says so. Where it fails, $obstacle is the cause, and all that
# apt has said has been shown.
install_packages() {
  obstacle=
  command -v apt-get >/dev/null || { obstacle='there is no apt-get here'; return 1; }
  if [ "$(id -u)" = 0 ]; then privilege=''
  elif sudo -n true 2>/dev/null; then privilege='sudo -n'
  else obstacle='only root may install packages'; return 1
  fi
  packages_log=$(mktemp)
  step "installing $*" '' '' "$packages_log" apt_install "$@" || {
    cat "$packages_log" >&2
    obstacle='apt-get has failed'
  }
  rm -f "$packages_log"
  [ -z "$obstacle" ]
}

# A machine that has never asked its servers knows no package.
apt_install() {
  apt_install_known "$@" || { apt_get update && apt_install_known "$@"; }
}

apt_install_known() {
  apt_names=''
  for package in "$@"; do apt_names="$apt_names $(package_name "$package")"; done
  # shellcheck disable=SC2086 # A list of names.
  apt_get install -y --no-install-recommends $apt_names
}

# shellcheck disable=SC2086 # A prefix that may be empty.
apt_get() {
  $privilege env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@"
}

# The package's name on this system: some releases append t64.
package_name() {
  for name in "$1" "$1t64"; do
    if apt-cache show "$name" >/dev/null 2>&1; then echo "$name"; return; fi
  done
  echo "$1"
}
