/** Computes pi with all ranks of a job. */
module my.pi {
  requires io.starling.collectives;
}
