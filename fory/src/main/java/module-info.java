/** Apache Fory as the codec of objects that are sent as messages. */
// Fory's manifest has the name of its module.
@SuppressWarnings("requires-automatic")
module io.starling.fory {
  requires transitive io.starling.collectives;
  requires org.apache.fory.core;

  exports io.starling.fory;

  provides io.starling.collectives.Codec with
      io.starling.fory.ForyCodec;
}
