package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Communicator;
import io.starling.mpi.Life;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What lives from an Init to its Finalize: duplicates of the world, all communicators that the
 * program has made of them, and the sends that nothing waits for.
 */
@SuppressWarnings("checkstyle:Regexp") // The session of the process is what it is.
final class Session {

  /** Communicators that stay usable after Free, as in MPJ Express, until so many are freed. */
  private static final int FREED = 64;

  private static final int TAGS = Communicator.MAX_TAG;

  private static volatile Session current;

  private final Communicator world;
  private final Communicator own;

  /** Carries what does not fit into the first part of a parcel. */
  private final Communicator beside;

  private final int process;
  private final AtomicInteger parcels = new AtomicInteger();
  private final List<AnyCommunicator> communicators = new ArrayList<>();
  private final ArrayDeque<AnyCommunicator> freed = new ArrayDeque<>();
  private final OpenSends buffered = new OpenSends();
  private final OpenSends left = new OpenSends();
  private boolean isAttached;

  private Session(Communicator job) {
    process = job.process();
    world = job.duplicate();
    beside = job.duplicate();
    own = job.createGroup(job.group().include(job.rank()), 0);
    communicators.add(world);
    communicators.add(beside);
    communicators.add(own);
  }

  static synchronized Session begin() {
    Communicator job = Life.begin(ThreadLevel.MULTIPLE);
    current = new Session(job);
    return current;
  }

  /** The session of calls that need one. */
  static Session current() {
    Session session = current;
    if (session == null || !Life.isRunning()) {
      throw new MPIException("the call is only possible between Init and Finalize");
    }
    return session;
  }

  /** The number of this process, which groups know; also after Finalize. */
  static int thisProcess() {
    Session session = current;
    if (session == null) {
      throw new MPIException("the call is only possible after Init");
    }
    return session.process;
  }

  /**
   * Ends the session. After the barrier every rank has made all of its receives, so a send that is
   * still open has none: it is forgotten, and its communicator stays open until the job ends.
   */
  void end() {
    world.barrier();
    Life.suspend();
    List<AnyCommunicator> all;
    synchronized (this) {
      all = new ArrayList<>(communicators);
      communicators.clear();
      freed.clear();
    }
    for (AnyCommunicator communicator : all.reversed()) {
      close(communicator);
    }
  }

  private static void close(AnyCommunicator communicator) {
    try {
      communicator.close();
    } catch (IllegalStateException | StarlingException ignored) {
      // Requests that the program has dropped are no error in MPJ Express.
    }
  }

  Communicator world() {
    return world;
  }

  Communicator own() {
    return own;
  }

  int process() {
    return process;
  }

  /** Closes it with the session. */
  synchronized <T extends AnyCommunicator> T keep(T communicator) {
    communicators.add(communicator);
    return communicator;
  }

  synchronized void free(AnyCommunicator communicator) {
    if (communicator == world || communicator == own || freed.contains(communicator)) {
      return;
    }
    freed.add(communicator);
    if (freed.size() > FREED) {
      AnyCommunicator oldest = freed.remove();
      communicators.remove(oldest);
      close(oldest);
    }
  }

  /** The number of a parcel, which is the tag of its rest. */
  int nextParcel() {
    return parcels.getAndIncrement() & TAGS;
  }

  void sendRest(byte[] data, int from, int process, int parcel) {
    leave(beside.iSend(Buffer.of(data, from, data.length - from), process, parcel));
  }

  /** A send of a copy, which no call waits for. */
  void leave(Request send) {
    left.add(send);
  }

  void receiveRest(byte[] data, int from, int process, int parcel) {
    beside.receive(Buffer.of(data, from, data.length - from), process, parcel);
  }

  /** A send of a copy, which {@link #detach} waits for. */
  void remember(Request send) {
    buffered.add(send);
  }

  synchronized void attach() {
    isAttached = true;
  }

  /** Waits for buffered sends. */
  void detach() {
    synchronized (this) {
      isAttached = false;
    }
    buffered.await();
  }

  synchronized void requireBuffer() {
    if (!isAttached) {
      throw new MPIException("no buffer is attached; MPI.Buffer_attach does it");
    }
  }
}
