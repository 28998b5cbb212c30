package programs.benchmark;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Latency, bandwidth in one and in both directions, and the rate of messages of several pairs, as
 * the usual micro-benchmarks measure them: with a window of requests over one buffer.
 */
public final class Transfers {

  private static final int WINDOW = 64;
  private static final int DATA = 100;
  private static final int ACKNOWLEDGE = 101;

  private final Comm world;
  private final int rank;
  private final int pairs;
  private final int peer;
  private final boolean sends;

  private Transfers(Comm world) throws MPIException {
    this.world = world;
    rank = world.getRank();
    pairs = world.getSize() / 2;
    sends = rank < pairs;
    peer = sends ? rank + pairs : rank - pairs;
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Transfers benchmark = new Transfers(MPI.COMM_WORLD);
    if (benchmark.rank < 2 * benchmark.pairs) {
      for (int bytes = 1; bytes <= 1 << 20; bytes *= 4) {
        int rounds = bytes > 8192 ? 4 : 20;
        benchmark.latency(bytes, rounds);
        benchmark.arrayLatency(bytes, rounds);
        benchmark.bandwidth(bytes, rounds);
        benchmark.bothDirections(bytes, rounds);
        benchmark.arrayWindow(bytes, rounds);
      }
    }
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
  }

  private void report(String name, int bytes, double seconds) {
    if (rank == 0) {
      System.out.printf("%-16s %8d bytes %10.2f us%n", name, bytes, seconds * 1e6);
    }
  }

  private static ByteBuffer filled(int bytes, int value) {
    ByteBuffer buffer = MPI.newByteBuffer(bytes);
    for (int i = 0; i < bytes; i++) {
      buffer.put(i, (byte) value);
    }
    return buffer;
  }

  private void check(ByteBuffer received, int bytes) {
    if (received.get(0) != peer + 1 || received.get(bytes - 1) != peer + 1) {
      throw new AssertionError("rank %d got wrong data".formatted(rank));
    }
  }

  private void latency(int bytes, int rounds) throws MPIException {
    ByteBuffer out = filled(bytes, rank + 1);
    ByteBuffer in = filled(bytes, 0);
    double start = MPI.wtime();
    for (int i = 0; i < rounds; i++) {
      if (sends) {
        world.send(out, bytes, MPI.BYTE, peer, DATA);
        world.recv(in, bytes, MPI.BYTE, peer, DATA);
      } else {
        world.recv(in, bytes, MPI.BYTE, peer, DATA);
        world.send(out, bytes, MPI.BYTE, peer, DATA);
      }
    }
    report("latency", bytes, (MPI.wtime() - start) / rounds / 2);
    check(in, bytes);
  }

  private void arrayLatency(int bytes, int rounds) throws MPIException {
    byte[] out = new byte[bytes];
    byte[] in = new byte[bytes];
    Arrays.fill(out, (byte) (rank + 1));
    double start = MPI.wtime();
    for (int i = 0; i < rounds; i++) {
      if (sends) {
        world.send(out, bytes, MPI.BYTE, peer, DATA);
        world.recv(in, bytes, MPI.BYTE, peer, DATA);
      } else {
        world.recv(in, bytes, MPI.BYTE, peer, DATA);
        world.send(out, bytes, MPI.BYTE, peer, DATA);
      }
    }
    report("latency, arrays", bytes, (MPI.wtime() - start) / rounds / 2);
    check(ByteBuffer.wrap(in), bytes);
  }

  private void bandwidth(int bytes, int rounds) throws MPIException {
    ByteBuffer out = filled(bytes, rank + 1);
    ByteBuffer in = filled(bytes, 0);
    ByteBuffer answer = MPI.newByteBuffer(4);
    Request[] requests = new Request[WINDOW];
    double start = MPI.wtime();
    for (int i = 0; i < rounds; i++) {
      for (int j = 0; j < WINDOW; j++) {
        requests[j] =
            sends
                ? world.iSend(out, bytes, MPI.BYTE, peer, DATA)
                : world.iRecv(in, bytes, MPI.BYTE, peer, DATA);
      }
      Request.waitAll(requests);
      if (sends) {
        world.recv(answer, 4, MPI.BYTE, peer, ACKNOWLEDGE);
      } else {
        world.send(answer, 4, MPI.BYTE, peer, ACKNOWLEDGE);
      }
    }
    report("bandwidth", bytes, (MPI.wtime() - start) / rounds / WINDOW);
    if (!sends) {
      check(in, bytes);
    }
  }

  private void bothDirections(int bytes, int rounds) throws MPIException {
    ByteBuffer out = filled(bytes, rank + 1);
    ByteBuffer in = filled(bytes, 0);
    Request[] receives = new Request[WINDOW];
    Request[] outgoing = new Request[WINDOW];
    double start = MPI.wtime();
    for (int i = 0; i < rounds; i++) {
      for (int j = 0; j < WINDOW; j++) {
        receives[j] = world.iRecv(in, bytes, MPI.BYTE, peer, DATA);
      }
      for (int j = 0; j < WINDOW; j++) {
        outgoing[j] = world.iSend(out, bytes, MPI.BYTE, peer, DATA);
      }
      Request.waitAll(outgoing);
      Request.waitAll(receives);
    }
    report("both directions", bytes, (MPI.wtime() - start) / rounds / WINDOW);
    check(in, bytes);
  }

  /** A window of blocking sends against receives that are posted. */
  private void arrayWindow(int bytes, int rounds) throws MPIException {
    byte[] out = new byte[bytes];
    byte[] in = new byte[bytes];
    Arrays.fill(out, (byte) (rank + 1));
    double start = MPI.wtime();
    for (int i = 0; i < rounds; i++) {
      for (int j = 0; j < WINDOW; j++) {
        if (sends) {
          world.send(out, bytes, MPI.BYTE, peer, DATA);
        } else {
          world.recv(in, bytes, MPI.BYTE, peer, DATA);
        }
      }
      if (sends) {
        world.recv(in, 4 % (bytes + 1), MPI.BYTE, peer, ACKNOWLEDGE);
      } else {
        world.send(out, 4 % (bytes + 1), MPI.BYTE, peer, ACKNOWLEDGE);
      }
    }
    report("sends, arrays", bytes, (MPI.wtime() - start) / rounds / WINDOW);
    if (!sends) {
      check(ByteBuffer.wrap(in), bytes);
    }
  }
}
