/**
 * What all experiments need: a {@link io.starling.bench.study.laboratory.Laboratory} that carries
 * out tasks, and a {@link io.starling.bench.study.laboratory.Figure} for what they find. It knows
 * no experiment. Needs the units of {@code report} alone.
 */
package io.starling.bench.study.laboratory;
