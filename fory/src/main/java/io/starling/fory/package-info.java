/**
 * Apache Fory as a codec. {@link io.starling.fory.ForyCodec} is passed to {@link
 * io.starling.collectives.Communicator#useCodec}; all ranks of a communicator make it alike.
 */
package io.starling.fory;
