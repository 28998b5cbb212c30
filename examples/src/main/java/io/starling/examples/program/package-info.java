/**
 * What examples share: reading options, joining the job or its store, speaking with one voice, and
 * a chart. A program is a {@link io.starling.examples.program.RankProgram} or an {@link
 * io.starling.examples.program.ObjectProgram}. What is wrong with the user's input is a {@link
 * io.starling.examples.program.BadInputException}, which {@code Launch} and {@code ObjectLaunch}
 * report.
 *
 * <pre>
 * ObjectLaunch ──> ObjectProgram
 *      └─────────> Launch ──> RankProgram
 *
 * io.starling.examples, paths ──> program ──> io.starling.collectives, io.starling.objects
 * </pre>
 */
package io.starling.examples.program;
