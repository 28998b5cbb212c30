package io.starling.launcher.contact;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** What the launchers of two jobs say to each other, of which one joins the other. */
public sealed interface JoinMessage {

  /**
   * The joining job asks for numbers.
   *
   * @param ranks how many it has
   * @param survives whether it goes on without failed ranks
   * @param settings variables that must be the same for all ranks, as far as it has chosen them
   */
  record Ask(int ranks, boolean survives, Map<String, String> settings) implements JoinMessage {}

  /**
   * The answer.
   *
   * @param refusal why it can't join; empty if it can
   * @param first the number of its first rank
   * @param capacity how many ranks all jobs together can have
   * @param settings variables that must be the same for all ranks
   */
  record Answer(String refusal, int first, int capacity, Map<String, String> settings)
      implements JoinMessage {}

  /** A rank of the joining job has failed, or has ended. */
  record Failed(int rank, String reason) implements JoinMessage {}

  /** The joining job has ended with this status; the answer is the same. */
  record Ended(int status) implements JoinMessage {}

  /** A reader for {@link #decode}. */
  default byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      switch (this) {
        case Ask(int ranks, boolean survives, var settings) -> {
          out.writeByte('a');
          out.writeInt(ranks);
          out.writeBoolean(survives);
          write(settings, out);
        }
        case Answer(String refusal, int first, int capacity, var settings) -> {
          out.writeByte('r');
          out.writeUTF(refusal);
          out.writeInt(first);
          out.writeInt(capacity);
          write(settings, out);
        }
        case Failed(int rank, String reason) -> {
          out.writeByte('f');
          out.writeInt(rank);
          out.writeUTF(reason);
        }
        case Ended(int status) -> {
          out.writeByte('e');
          out.writeInt(status);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static JoinMessage decode(byte... bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      char kind = (char) in.readUnsignedByte();
      return switch (kind) {
        case 'a' -> new Ask(in.readInt(), in.readBoolean(), settings(in));
        case 'r' -> new Answer(in.readUTF(), in.readInt(), in.readInt(), settings(in));
        case 'f' -> new Failed(in.readInt(), in.readUTF());
        case 'e' -> new Ended(in.readInt());
        default -> throw new IllegalArgumentException("an unknown message");
      };
    } catch (IOException e) {
      throw new IllegalArgumentException("a damaged message", e);
    }
  }

  private static void write(Map<String, String> settings, DataOutputStream out) throws IOException {
    out.writeInt(settings.size());
    for (var setting : settings.entrySet()) {
      out.writeUTF(setting.getKey());
      out.writeUTF(setting.getValue());
    }
  }

  private static Map<String, String> settings(DataInputStream in) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      settings.put(in.readUTF(), in.readUTF());
    }
    return settings;
  }
}
