/**
 * What runs inside a rank's process around the user's program. {@link
 * io.starling.launcher.rank.RankMain} ties its life to the launcher's and calls the main class.
 * What it throws is said in one line here, with the rank's number.
 *
 * <pre>
 * rank ──> source, output, exit
 * </pre>
 */
package io.starling.launcher.rank;
