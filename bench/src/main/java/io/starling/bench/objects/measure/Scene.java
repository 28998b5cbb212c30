package io.starling.bench.objects.measure;

import io.starling.objects.ObjectStore;
import io.starling.objects.client.StoreConnections;
import io.starling.objects.door.DoorFile;
import java.io.IOException;
import java.util.List;

/**
 * Where a rank of the benchmark is.
 *
 * @param store that of its host
 * @param door how other programs of its host find the store
 * @param meeting how ranks agree
 * @param addresses the hosts of all ranks, in their order
 */
record Scene(ObjectStore store, DoorFile door, Meeting meeting, List<String> addresses) {

  /** Connects to the store of the job; all ranks do. */
  static Scene open(ObjectStore store, int rank, int size) throws IOException {
    DoorFile door = DoorFile.read(StoreConnections.file(System.getenv(ObjectStore.VARIABLE)));
    Meeting meeting = new Meeting(store, rank, size);
    List<String> addresses = meeting.tell(door.address().getAddress().getHostAddress());
    return new Scene(store, door, meeting, addresses);
  }

  int rank() {
    return meeting.rank();
  }

  int ranks() {
    return meeting.size();
  }

  /** The address of this rank's host. */
  String address() {
    return addresses.get(rank());
  }

  /** Whether the ranks are on more than one host. */
  boolean isOnSeveralHosts() {
    return addresses.stream().distinct().count() > 1;
  }

  /** A payload whose ids no other one has. */
  Payload payload(long bytes) {
    return new Payload(bytes, meeting.agree(System.nanoTime() << Byte.SIZE));
  }
}
