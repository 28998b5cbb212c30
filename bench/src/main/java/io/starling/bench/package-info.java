/**
 * The subcommand {@code starling bench}: its options, what runs in the launcher, what runs in each
 * rank. Options that other commands have too, and their bounds, are here. The launcher finds the
 * command as a {@link io.starling.launcher.Subcommand}.
 *
 * <pre>
 * BenchCommand ──> micro ──> report
 *      └─────────> file, objects.measure, soak    (further names after the word bench)
 * </pre>
 */
package io.starling.bench;
