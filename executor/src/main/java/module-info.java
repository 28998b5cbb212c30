/** An executor service whose tasks run on other ranks. */
module io.starling.executor {
  requires transitive io.starling.collectives;

  exports io.starling.executor;
}
