package io.starling.bench.study.objects;

import java.util.Locale;

/** What the programs of section 5.1.2 do. */
enum Collective {
  /** One puts, all others get. */
  BROADCAST,
  /** All put, one gets all. */
  GATHER,
  /** All put, one reduces and gets the result. */
  REDUCE,
  /** All put, one reduces, and all get the result. */
  ALLREDUCE;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
