package io.starling.runtime.bootstrap.pmi;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Rendezvous;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The rendezvous of ranks that a PMI server has started. It uses version 1.1 of the protocol on the
 * descriptor {@code PMI_FD}, so that no library is needed. The servers of PMI 2 understand it too
 * (Slurm's {@code --mpi=pmi2}, Hydra).
 *
 * <p>Values are short lines of text. The contribution of a rank is encoded in base 64 and cut into
 * pieces; the first piece contains their number. A barrier of the server makes all pieces readable.
 */
public final class PmiRendezvous implements Rendezvous {

  /** The variable of the descriptor; it is set if a PMI server has started this process. */
  public static final String DESCRIPTOR = "PMI_FD";

  public static final String RANK = "PMI_RANK";
  public static final String SIZE = "PMI_SIZE";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** MPICH's servers read lines of at most 1024 bytes; the rest is for the words around a value. */
  private static final int LONGEST_LINE = 1000;

  private static final String BARRIER = "barrier_in";
  private static final String PASSED = "barrier_out";

  private final int rank;
  private final int size;
  private final PmiConnection connection;
  private final String space;
  private final int piece;
  private boolean inBarrier;
  private boolean departing;
  private boolean closed;

  /**
   * Joins the job.
   *
   * @throws StarlingException if the server does not answer
   * @throws IllegalArgumentException if a variable is missing or not a number
   */
  public PmiRendezvous(Map<String, String> environment) {
    this(
        number(environment, RANK),
        number(environment, SIZE),
        new PmiConnection(new Descriptor(number(environment, DESCRIPTOR))));
  }

  PmiRendezvous(int rank, int size, PmiConnection connection) {
    this.rank = rank;
    this.size = size;
    this.connection = connection;
    PmiLine greeting =
        connection.ask("init pmi_version=1 pmi_subversion=1", "response_to_init", PATIENCE);
    if (!greeting.succeeded()) {
      throw new StarlingException("rank " + rank + ": the PMI server does not speak PMI 1.1");
    }
    int longest = connection.ask("get_maxes", "maxes", PATIENCE).number("vallen_max");
    space = connection.ask("get_my_kvsname", "my_kvsname", PATIENCE).text("kvsname");
    String around = "cmd=put kvsname=" + space + " key= value=\n";
    piece =
        Math.min(longest - 1, LONGEST_LINE - around.length() - key("x", 1 << 22, 9999).length());
  }

  private static int number(Map<String, String> environment, String name) {
    String text = environment.get(name);
    try {
      return Integer.parseInt(String.valueOf(text));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "this process was started by a PMI launcher, but %s is %s; start it with srun --mpi=pmi2, --mpi=pmix or mpirun itself"
              .formatted(name, text == null ? "not set" : "'" + text + "'"),
          e);
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public List<byte[]> exchange(String name, byte[] own, Duration patience) {
    List<String> pieces = pieces(own);
    for (int i = 0; i < pieces.size(); i++) {
      String command =
          "put kvsname=%s key=%s value=%s".formatted(space, key(name, rank, i), pieces.get(i));
      if (!connection.ask(command, "put_result", PATIENCE).succeeded()) {
        throw new StarlingException("rank %d: the PMI server rejects '%s'".formatted(rank, name));
      }
    }
    enterBarrier();
    if (!isPassed(patience)) {
      throw new StarlingException(
          "rank %d waited %d s for all %d ranks to enter '%s', and PMI does not report which are missing; have all ranks started, and do all call Starling.world()?"
              .formatted(rank, patience.toSeconds(), size, name));
    }
    return collect(name);
  }

  /** The contributions of all ranks; a rank that has left enters the barrier without one. */
  private List<byte[]> collect(String name) {
    List<byte[]> values = new ArrayList<>(size);
    List<Integer> missing = new ArrayList<>();
    for (int peer = 0; peer < size; peer++) {
      byte[] value = get(name, peer);
      values.add(value);
      if (value == null) {
        missing.add(peer);
      }
    }
    if (!missing.isEmpty()) {
      throw new StarlingException(
          "rank %d: '%s' is missing from the ranks %s, which have left or failed"
              .formatted(rank, name, missing));
    }
    return values;
  }

  /**
   * The number of pieces and a dot, then base 64: {@code 2.} and the first half of the data; the
   * second half.
   */
  private List<String> pieces(byte[] value) {
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    int room = piece - String.valueOf(text.length()).length() - 1;
    int count = Math.max(1, (text.length() + room - 1) / room);
    List<String> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String part = text.substring(i * room, Math.min(text.length(), (i + 1) * room));
      pieces.add(i == 0 ? count + "." + part : part);
    }
    return pieces;
  }

  private byte[] get(String name, int peer) {
    String first = getPiece(name, peer, 0);
    if (first == null) {
      return null;
    }
    int point = first.indexOf('.');
    int count = Integer.parseInt(first.substring(0, point));
    StringBuilder text = new StringBuilder(first.substring(point + 1));
    for (int i = 1; i < count; i++) {
      String piece = getPiece(name, peer, i);
      if (piece == null) {
        return null;
      }
      text.append(piece);
    }
    return Base64.getUrlDecoder().decode(text.toString());
  }

  private String getPiece(String name, int peer, int number) {
    String command = "get kvsname=%s key=%s".formatted(space, key(name, peer, number));
    PmiLine answer = connection.ask(command, "get_result", PATIENCE);
    return answer.succeeded() ? answer.text("value") : null;
  }

  /** Keys have at most 63 bytes. */
  private static String key(String name, int rank, int piece) {
    return "starling-%08x-%d-%d".formatted(name.hashCode(), rank, piece);
  }

  @Override
  public void enterFence(String name) {
    departing = true;
    enterBarrier();
  }

  private void enterBarrier() {
    connection.tell(BARRIER);
    inBarrier = true;
  }

  @Override
  public boolean fencePassed(String name) {
    return isPassed(Duration.ZERO);
  }

  private boolean isPassed(Duration patience) {
    if (inBarrier) {
      PmiLine line = connection.await(patience);
      if (line != null) {
        line.require(PASSED);
        inBarrier = false;
      }
    }
    return !inBarrier;
  }

  /** The server ends this process too, possibly before this returns. */
  @Override
  public void abort(int status, String reason) {
    if (!closed) {
      connection.tell("abort exitcode=" + status);
    }
  }

  /**
   * Leaves the job. A rank that has entered no fence enters the server's barrier first, without
   * waiting: otherwise ranks that wait there would never learn that this one has left.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (!departing) {
        connection.tell(BARRIER);
      }
      connection.tell("finalize");
      PmiLine line = connection.await(PATIENCE);
      while (line != null && line.isNot("finalize_ack")) {
        line = connection.await(PATIENCE);
      }
    }
  }
}
