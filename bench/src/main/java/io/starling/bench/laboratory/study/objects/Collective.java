package io.starling.bench.laboratory.study.objects;

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

  /** At the beginning of a sentence. */
  String title() {
    return name().charAt(0) + label().substring(1);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
