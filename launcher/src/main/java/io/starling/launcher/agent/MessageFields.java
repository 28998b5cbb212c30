package io.starling.launcher.agent;

import io.starling.topology.machine.CpuSet;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The fields of messages: numbers, and texts and bytes with their length before them. */
final class MessageFields {

  private static final int LEAST_OF_A_TEXT = Integer.BYTES;

  /** A number of a PU that only damage can make, and that would take much memory. */
  private static final Pattern HUGE = Pattern.compile("\\d{6}");

  private MessageFields() {}

  /** Writes them one after the other. */
  record Writer(DataOutputStream out) implements AutoCloseable {

    Writer kind(char letter) throws IOException {
      out.writeByte(letter);
      return this;
    }

    Writer number(int value) throws IOException {
      out.writeInt(value);
      return this;
    }

    Writer real(double value) throws IOException {
      out.writeDouble(value);
      return this;
    }

    Writer flag(boolean value) throws IOException {
      out.writeBoolean(value);
      return this;
    }

    Writer bytes(byte[] value) throws IOException {
      out.writeInt(value.length);
      out.write(value);
      return this;
    }

    Writer text(String value) throws IOException {
      return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    Writer texts(List<String> values) throws IOException {
      number(values.size());
      for (String value : values) {
        text(value);
      }
      return this;
    }

    Writer texts(Map<String, String> values) throws IOException {
      number(values.size());
      for (var entry : values.entrySet()) {
        text(entry.getKey()).text(entry.getValue());
      }
      return this;
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Reads them again; a length that the message does not have takes no memory. */
  record Reader(DataInputStream in) implements AutoCloseable {

    char kind() throws IOException {
      return (char) in.readUnsignedByte();
    }

    int number() throws IOException {
      return in.readInt();
    }

    double real() throws IOException {
      return in.readDouble();
    }

    boolean flag() throws IOException {
      return in.readBoolean();
    }

    byte[] bytes() throws IOException {
      byte[] value = new byte[count(Byte.BYTES)];
      in.readFully(value);
      return value;
    }

    String text() throws IOException {
      return new String(bytes(), StandardCharsets.UTF_8);
    }

    CpuSet cpus() throws IOException {
      String list = text();
      if (HUGE.matcher(list).find()) {
        throw new IOException("the numbers of PUs are too large: " + list);
      }
      return CpuSet.parse(list);
    }

    List<String> texts() throws IOException {
      List<String> values = new ArrayList<>();
      for (int left = count(LEAST_OF_A_TEXT); left > 0; left--) {
        values.add(text());
      }
      return values;
    }

    Map<String, String> textsByName() throws IOException {
      Map<String, String> values = new HashMap<>();
      for (int left = count(2 * LEAST_OF_A_TEXT); left > 0; left--) {
        values.put(text(), text());
      }
      return values;
    }

    /** How many things follow. */
    int count(int leastBytes) throws IOException {
      int count = number();
      if (count < 0 || count > in.available() / leastBytes) {
        throw new IOException("%d things in %d bytes".formatted(count, in.available()));
      }
      return count;
    }

    void requireEnd() throws IOException {
      if (in.available() > 0) {
        throw new IOException("%d bytes too many".formatted(in.available()));
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
