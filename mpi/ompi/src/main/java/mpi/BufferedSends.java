package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.runtime.Buffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Buffered sends: the copies are Starling's, whatever buffer the program has attached. */
final class BufferedSends {

  private static final Set<AnyCommunicator> USERS = ConcurrentHashMap.newKeySet();

  private BufferedSends() {}

  static void send(AnyCommunicator any, Buffer data, int destination, int tag) {
    Job.JOB.requireAttached(data.byteSize());
    any.bufferedSend(data, destination, tag);
    USERS.add(any);
  }

  /** Waits until all copies have left. */
  static void flush() {
    for (AnyCommunicator any : USERS) {
      any.flushBuffer();
    }
    USERS.clear();
  }

  /** Forgets a communicator that is closed, which waits for its copies. */
  static void forget(AnyCommunicator any) {
    USERS.remove(any);
  }
}
