# Finds a JDK 25 or later in the usual places; sourced by scripts that have set $home.

# The JDK's feature version, from the file that every JDK carries; 0 where there is none.
version_of() {
  version=0
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
  while IFS='=' read -r name value; do
    if [ "$name" = JAVA_VERSION ]; then
      version=${value#\"}
      version=${version%%[!0-9]*}
      return 0
    fi
  done < "$1/release"
}

# The user's folder as a JVM finds it: what the system knows, and HOME where it knows none.
home_of_user() {
  known=$(getent passwd "$(id -u)" 2>/dev/null | cut -d : -f 6)
  case $known in
    ??*) echo "$known" ;;
    *) echo "${HOME:-}" ;;
  esac
}

# Sets jdk to the first of these folders that holds one.
first_jdk_of() {
  for jdk in "$@"; do
    version_of "$jdk"
    [ "${version:-0}" -lt 25 ] || return 0
  done
  return 1
}

# Sets jdk, or says where to get one and fails.
find_jdk() {
  in_path=$(command -v java || true)
  [ -z "$in_path" ] || in_path=$(dirname "$(dirname "$(readlink -f "$in_path")")")
  first_jdk_of "$home/jdk" "${JAVA_HOME:-}" "$in_path" /usr/lib/jvm/* && return 0
  own=${HOME:-$(home_of_user)} # Services and containers may have no HOME.
  first_jdk_of "$own"/.sdkman/candidates/java/* "$own"/.jdks/* /opt/* /opt/java/* && return 0
  echo "starling: no JDK 25 or later in JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks or /opt." \
    "Get one: https://adoptium.net/installation/linux, sdk install java 25-tem," \
    "or where the system has it: apt-get install openjdk-25-jdk-headless |" \
    "dnf install java-25-openjdk-devel | pacman -S jdk-openjdk | brew install openjdk@25" >&2
  return 1
}
