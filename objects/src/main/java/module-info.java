/**
 * Objects that the tasks of a program put, get, reduce and delete, on stores that come and go
 * (Hoplite).
 */
@SuppressWarnings("module") // bench is compiled later.
module io.starling.objects {
  requires transitive io.starling.runtime;
  requires jdk.net;

  exports io.starling.objects;

  // Commands serve, and look at what stores say.
  exports io.starling.objects.client to
      io.starling.bench;
  exports io.starling.objects.door to
      io.starling.bench;
  exports io.starling.objects.host to
      io.starling.bench;

  // Studies run the stores in virtual time.
  exports io.starling.objects.copy to
      io.starling.bench;
  exports io.starling.objects.operation to
      io.starling.bench;
  exports io.starling.objects.protocol to
      io.starling.bench;
  exports io.starling.objects.simulated to
      io.starling.bench;
  exports io.starling.objects.store to
      io.starling.bench;

  provides io.starling.runtime.bootstrap.api.HostService with
      io.starling.objects.command.JobService;
}
