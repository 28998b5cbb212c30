#!/bin/sh
# train-agent.sh HOST COMMAND: takes the place of ssh while 'starling' makes its archives. The agent runs
# on this host, and its JVM writes what it has loaded to $STARLING_AGENT_ARCHIVE when it ends. It holds a
# lock until then, and goes on where the launcher ends this script. What it says goes to a file: a JVM
# that wrote to a launcher which has ended would end, too.
shift
exec 3<&0 8> "$STARLING_AGENT_ARCHIVE.lock" 9<&-
flock 8
command=$(printf '%s\n' "$*" | sed 's|-XX:+UseSerialGC|-XX:AOTCacheOutput="$STARLING_AGENT_ARCHIVE" &|')
sh -c "$command" <&3 3<&- > "$STARLING_AGENT_ARCHIVE.log" 2>&1 &
exec 3<&-
wait
