#!/bin/sh
# Before Maven looks for a JDK 25: says where to get one, or how Maven finds the one that is here.
# It never fails: Maven does, unless it knows more.
set -u
home=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$home/tools/find-jdk.sh"

own=$(home_of_user)
[ ! -e "$own/.m2/toolchains.xml" ] && find_jdk || exit 0
case $jdk in
  "${JAVA_HOME:-$in_path}" | /usr/lib/jvm/* | /opt/java/* | "$own"/.sdkman/* | "$own"/.jdks/*) ;;
  *) echo "starling: Maven does not look in $jdk: export JAVA25_HOME=$jdk" >&2 ;;
esac
