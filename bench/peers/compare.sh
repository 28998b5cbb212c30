#!/bin/sh
# Measures Starling and its peers alternately, several rounds, and prints medians and ratios.
set -eu

usage() {
  cat <<'END'
Usage: compare.sh [-n RANKS] [-r ROUNDS] [-b BENCHMARKS] [-s SIZES] [-o FOLDER] [-l LIBRARIES] [-- STARLING OPTIONS]

  -n  ranks (2)
  -r  rounds; each runs every library once, and the table shows the median of the rounds (3)
  -b  benchmarks (pingpong,broadcast,reduce,barrier)
  -s  sizes in bytes, with K, M or G (8,1K,8K,64K,1M,4M)
  -l  which libraries (starling,openmpi,mpich,ucx_perftest; those that are not installed are left out)
  -o  where the JSON lines and the compiled driver go (a new folder in the temporary folder)

What follows -- goes to 'starling bench', such as: -- --algorithm broadcast=chain,segment=32K
END
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
starling=$here/../../starling
ranks=2 rounds=3 benchmarks=pingpong,broadcast,reduce,barrier sizes=8,1K,8K,64K,1M,4M
libraries=starling,openmpi,mpich,ucx_perftest folder=
while getopts n:r:b:s:l:o:h option; do
  case $option in
    n) ranks=$OPTARG ;;
    r) rounds=$OPTARG ;;
    b) benchmarks=$OPTARG ;;
    s) sizes=$OPTARG ;;
    l) libraries=$OPTARG ;;
    o) folder=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
folder=${folder:-$(mktemp -d)}
mkdir -p "$folder"
lines=$folder/lines.json
: > "$lines"

have() { command -v "$1" > /dev/null 2>&1; }

launch_openmpi() {
  set -- -n "$ranks" "$@"
  [ "$(id -u)" -ne 0 ] || set -- --allow-run-as-root "$@"
  [ "$ranks" -le "$(nproc)" ] || set -- --oversubscribe "$@"
  mpirun.openmpi "$@"
}

launch_mpich() { mpirun.mpich -n "$ranks" "$@"; }

in_bytes() {
  echo "$1" | awk -v RS=, '{ v = $1 + 0 } /K/ { v *= 1024 } /M/ { v *= 1048576 } /G/ { v *= 1073741824 } { printf "%d\n", v }'
}

run_mpi() { # library
  "launch_$1" "$folder/mpi_bench.$1" "$benchmarks" --sizes "$sizes" >> "$lines"
}

run_starling() {
  "$starling" bench "$benchmarks" -n "$ranks" --sizes "$sizes" --json "$folder/starling.json" "$@" > "$folder/starling.txt"
  cat "$folder/starling.json" >> "$lines"
  rm "$folder/starling.json"
}

run_ucx_perftest() {
  case ,$benchmarks, in *,pingpong,*) ;; *) return 0 ;; esac
  port=$((20000 + $$ % 10000))
  for bytes in $(in_bytes "$sizes"); do
    iterations=$(awk -v b="$bytes" 'BEGIN { c = b ? int(268435456 / b) : 10000; print (c < 20 ? 20 : (c > 10000 ? 10000 : c)) }')
    timeout 120 ucx_perftest -p $port > /dev/null 2>&1 &
    server=$!
    sleep 1
    if timeout 120 ucx_perftest -p $port -t tag_lat -s "$bytes" -n "$iterations" -w "$iterations" -f 127.0.0.1 > "$folder/ucx_perftest.txt"; then
      awk -v b="$bytes" '$1 ~ /^[0-9]+$/ && NF >= 4 {
        printf "{\"benchmark\":\"pingpong\",\"library\":\"ucx_perftest\",\"algorithm\":\"tag_lat\",\"ranks\":2,\"bytes\":%d,\"iterations\":%d,\"avg_us\":%s,\"min_us\":%s,\"max_us\":%s}\n", b, $1, $4, $4, $4
      }' "$folder/ucx_perftest.txt" >> "$lines"
    else
      kill "$server" 2> /dev/null || true
    fi
    wait "$server" || true
    port=$((port + 1))
  done
}

available=
for library in $(echo "$libraries" | tr , ' '); do
  case $library in
    starling) [ -x "$starling" ] || { echo "left out: starling (no $starling)" >&2; continue; } ;;
    openmpi | mpich)
      have "mpicc.$library" || { echo "left out: $library (no mpicc.$library)" >&2; continue; }
      "mpicc.$library" -std=c11 -O2 -o "$folder/mpi_bench.$library" "$here/mpi_bench.c" ;;
    ucx_perftest) have ucx_perftest || { echo "left out: ucx_perftest (package ucx-utils)" >&2; continue; } ;;
    *) echo "no library '$library'" >&2; exit 2 ;;
  esac
  available="$available $library"
done

busy=$(awk -v cores="$(nproc)" '$1 > cores / 2 { print $1 }' /proc/loadavg)
[ -z "$busy" ] || echo "the load is $busy: other programs disturb the figures" >&2

round=1
while [ "$round" -le "$rounds" ]; do
  for library in $available; do
    echo "round $round of $rounds: $library" >&2
    case $library in
      starling) run_starling "$@" ;;
      ucx_perftest) run_ucx_perftest ;;
      *) run_mpi "$library" ;;
    esac
  done
  round=$((round + 1))
done

echo "machine:  $(nproc) cores, $(awk -F': *' '/^model name/ { print $2; exit }' /proc/cpuinfo), Linux $(uname -r)"
echo "load:     $(cut -d ' ' -f 1-3 /proc/loadavg)"
echo "tcp:      $(cat /proc/sys/net/ipv4/tcp_congestion_control)"
[ ! -x "$folder/mpi_bench.openmpi" ] || echo "openmpi:  $(mpirun.openmpi --version | head -n 1)"
[ ! -x "$folder/mpi_bench.mpich" ] || echo "mpich:    $(mpirun.mpich --version | awk '/Version/ { print $2; exit }')"
! have ucx_info || echo "ucx:      $(ucx_info -v | awk '/ersion/ { print $NF; exit }')"
[ ! -f "$folder/starling.txt" ] || echo "starling: $(grep '"library":"starling"' "$lines" | grep -o '"algorithm":"[^"]*"' | sort -u | cut -d '"' -f 4 | paste -sd ' ' -)"
echo "figures:  average time in us over the ranks, median of $rounds rounds, $ranks ranks; $lines"
awk -v libraries="$available" -f "$here/table.awk" "$lines"
