/**
 * What ranks and launcher write, on its way to the user. {@link
 * io.starling.launcher.output.JobOutput} brings the streams of all ranks together line by line, and
 * tags, files or drops them as an {@link io.starling.launcher.output.OutputRequest} says. {@link
 * io.starling.launcher.output.ErrorMerger} shows once what many ranks say alike.
 *
 * <pre>
 * JobOutput ──> PipeReader ──> LineBuffer ──> StreamRoute ──> TaggedLines, ErrorMerger ──> OutputSink
 *
 * output ──> exit
 * </pre>
 */
package io.starling.launcher.output;
