/**
 * Apache Fory as a codec. {@link io.starling.fory.ForyCodec} is passed to {@link
 * io.starling.collectives.Communicator#useCodec}; all ranks of a communicator make it alike. It is
 * also found as a service, by the name that {@code --codec} has.
 *
 * <pre>
 * ForyCodec ──> ArraySerializer ──> Fory
 *
 * fory ──> collectives
 * </pre>
 */
package io.starling.fory;
