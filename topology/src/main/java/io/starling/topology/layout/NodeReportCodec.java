package io.starling.topology.layout;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareDevice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Converts node reports to bytes and back. */
public final class NodeReportCodec {

  private static final int LEAST_OF_A_TEXT = Short.BYTES;
  private static final int LEAST_OF_A_LEVEL = LEAST_OF_A_TEXT;
  private static final int LEAST_OF_A_RANK = Integer.BYTES + LEAST_OF_A_TEXT;
  private static final int LEAST_OF_A_DEVICE = 2 * Integer.BYTES + 5 * LEAST_OF_A_TEXT;

  /** A character that does not occur in the kernel's names of devices. */
  private static final String BETWEEN_NAMES = "/";

  private NodeReportCodec() {}

  /** A reader for {@link #decode}. */
  public static byte[] encode(NodeReport report) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeUTF(report.identity());
      out.writeUTF(report.host());
      out.writeInt(report.levels().size());
      for (Level level : report.levels()) {
        out.writeUTF(level.label());
      }
      out.writeInt(report.ranks().size());
      for (int i = 0; i < report.ranks().size(); i++) {
        out.writeInt(report.ranks().get(i));
        out.writeUTF(report.cpus().get(i).toString());
        for (int place : report.places()[i]) {
          out.writeInt(place);
        }
      }
      out.writeInt(report.devices().size());
      for (HardwareDevice device : report.devices()) {
        write(device, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a report that {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is not a report
   */
  public static NodeReport decode(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      String identity = in.readUTF();
      String host = in.readUTF();
      List<Level> levels = new ArrayList<>();
      for (int left = readCount(in, LEAST_OF_A_LEVEL); left > 0; left--) {
        levels.add(Level.named(in.readUTF()));
      }
      int count = readCount(in, LEAST_OF_A_RANK + Integer.BYTES * levels.size());
      int[] ranks = new int[count];
      List<CpuSet> cpus = new ArrayList<>();
      int[][] places = new int[count][levels.size()];
      for (int i = 0; i < count; i++) {
        ranks[i] = in.readInt();
        cpus.add(CpuSet.parse(in.readUTF()));
        for (int depth = 0; depth < levels.size(); depth++) {
          places[i][depth] = in.readInt();
        }
      }
      List<HardwareDevice> devices = readDevices(in);
      if (in.available() > 0) {
        throw new IOException("%d bytes too many".formatted(in.available()));
      }
      return new NodeReport(identity, host, levels, RankSet.of(ranks), cpus, places, devices);
    } catch (IOException e) {
      throw new IllegalArgumentException("a damaged report of a node", e);
    }
  }

  private static void write(HardwareDevice device, DataOutputStream out) throws IOException {
    out.writeUTF(device.kind().name());
    out.writeUTF(device.busId());
    out.writeInt(device.vendorId());
    out.writeInt(device.deviceId());
    out.writeUTF(device.model());
    out.writeUTF(String.join(BETWEEN_NAMES, device.names()));
    out.writeUTF(device.near().toString());
  }

  private static HardwareDevice readDevice(DataInputStream in) throws IOException {
    return new HardwareDevice(
        HardwareDevice.Kind.valueOf(in.readUTF()),
        in.readUTF(),
        in.readInt(),
        in.readInt(),
        in.readUTF(),
        names(in.readUTF()),
        CpuSet.parse(in.readUTF()));
  }

  private static List<String> names(String joined) {
    return joined.isEmpty() ? List.of() : List.of(joined.split(BETWEEN_NAMES, -1));
  }

  private static List<HardwareDevice> readDevices(DataInputStream in) throws IOException {
    List<HardwareDevice> devices = new ArrayList<>();
    for (int left = readCount(in, LEAST_OF_A_DEVICE); left > 0; left--) {
      devices.add(readDevice(in));
    }
    return devices;
  }

  /**
   * Reads the number of entries; more entries than bytes are refused before memory is allocated.
   */
  private static int readCount(DataInputStream in, int leastBytes) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available() / leastBytes) {
      throw new IOException("%d entries in %d bytes".formatted(count, in.available()));
    }
    return count;
  }
}
