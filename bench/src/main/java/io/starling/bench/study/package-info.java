/**
 * The experiments of ADAPT's section 5 in virtual time: each is a list of {@link
 * io.starling.bench.study.SimulatedTrial}s, which a {@link io.starling.bench.study.Laboratory}
 * carries out, and gives a {@link io.starling.bench.study.Figure}, which is printed, drawn and
 * written.
 */
package io.starling.bench.study;
