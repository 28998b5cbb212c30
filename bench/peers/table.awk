# Reads the JSON lines of several libraries and rounds; prints medians and, where Starling is among
# them, its time divided by each peer's.

function field(name,    start, rest) {
  start = index($0, "\"" name "\":")
  rest = substr($0, start + length(name) + 3)
  sub(/[,}].*/, "", rest)
  gsub(/"/, "", rest)
  return rest
}

function median(key,    n, list, i, j, swap) {
  n = split(substr(values[key], 2), list, " ")
  if (n == 0) return ""
  for (i = 2; i <= n; i++) {
    for (j = i; j > 1 && list[j] + 0 < list[j - 1] + 0; j--) {
      swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
    }
  }
  return n % 2 ? list[(n + 1) / 2] + 0 : (list[n / 2] + list[n / 2 + 1]) / 2
}

{
  row = field("benchmark") " " field("bytes")
  if (!(row in seen)) { seen[row] = 1; rows[++rowCount] = row }
  values[row " " field("library")] = values[row " " field("library")] " " field("avg_us")
}

END {
  count = split(libraries, names, " ")
  compared = names[1] == "starling"
  printf "\n%-10s %11s", "benchmark", "bytes"
  for (i = 1; i <= count; i++) printf " %13s", names[i]
  if (compared) for (i = 2; i <= count; i++) printf " %15s", "/" names[i]
  print ""
  for (r = 1; r <= rowCount; r++) {
    split(rows[r], part, " ")
    printf "%-10s %11d", part[1], part[2]
    for (i = 1; i <= count; i++) {
      m[i] = median(rows[r] " " names[i])
      if (m[i] == "") printf " %13s", "-"
      else printf " %13.3f", m[i]
    }
    if (compared) for (i = 2; i <= count; i++) {
      if (m[1] == "" || m[i] == "" || m[i] == 0) printf " %15s", "-"
      else printf " %15.2f", m[1] / m[i]
    }
    print ""
  }
}
