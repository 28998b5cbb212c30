package io.starling.topology.machine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Converts machines, with their network adapters and GPUs, to bytes and back; a host publishes
 * itself in this form.
 */
public final class MachineCodec {

  private static final int LEAST_OF_A_TEXT = Short.BYTES;
  private static final int LEAST_OF_AN_OBJECT =
      Byte.BYTES + 4 * Integer.BYTES + Long.BYTES + LEAST_OF_A_TEXT;
  private static final int LEAST_OF_A_DEVICE = Byte.BYTES + 3 * Integer.BYTES + 3 * LEAST_OF_A_TEXT;

  /** Far deeper than any real machine. */
  private static final int DEEPEST = 64;

  /** The largest PU number; a larger one is damage and would take much memory. */
  private static final Pattern HUGE = Pattern.compile("\\d{6}");

  private static final HardwareType[] TYPES = HardwareType.values();
  private static final HardwareDevice.Kind[] KINDS = HardwareDevice.Kind.values();

  private MachineCodec() {}

  /** Writes a machine for {@link #decode}; the discovery of its devices may take a while. */
  public static byte[] encode(Machine machine) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      write(machine.root(), out);
      List<HardwareDevice> devices = new ArrayList<>(machine.networkDevices());
      devices.addAll(machine.gpus());
      out.writeInt(devices.size());
      for (HardwareDevice device : devices) {
        write(device, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a machine that {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is not a machine
   */
  public static Machine decode(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      HardwareObject root = readObject(in, 0);
      List<HardwareDevice> devices = new ArrayList<>();
      for (int left = readCount(in, LEAST_OF_A_DEVICE); left > 0; left--) {
        devices.add(readDevice(in));
      }
      if (in.available() > 0) {
        throw new IOException("%d bytes too many".formatted(in.available()));
      }
      List<HardwareDevice> all = List.copyOf(devices);
      return new Machine(root, () -> all);
    } catch (IOException e) {
      throw new IllegalArgumentException("a damaged description of a machine", e);
    }
  }

  private static void write(HardwareObject object, DataOutputStream out) throws IOException {
    out.writeByte(object.type().ordinal());
    out.writeInt(object.logicalIndex());
    out.writeInt(object.osIndex());
    out.writeUTF(object.cpus().toString());
    out.writeLong(object.bytes());
    writeAll(object.children(), out);
    writeAll(object.memory(), out);
  }

  private static void writeAll(List<HardwareObject> objects, DataOutputStream out)
      throws IOException {
    out.writeInt(objects.size());
    for (HardwareObject object : objects) {
      write(object, out);
    }
  }

  private static HardwareObject readObject(DataInputStream in, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new IOException("a machine of more than %d levels".formatted(DEEPEST));
    }
    return new HardwareObject(
        choose(TYPES, in.readUnsignedByte()),
        in.readInt(),
        in.readInt(),
        readCpus(in),
        in.readLong(),
        readObjects(in, depth),
        readObjects(in, depth));
  }

  private static List<HardwareObject> readObjects(DataInputStream in, int depth)
      throws IOException {
    List<HardwareObject> objects = new ArrayList<>();
    for (int left = readCount(in, LEAST_OF_AN_OBJECT); left > 0; left--) {
      objects.add(readObject(in, depth + 1));
    }
    return objects;
  }

  private static void write(HardwareDevice device, DataOutputStream out) throws IOException {
    out.writeByte(device.kind().ordinal());
    out.writeUTF(device.busId());
    out.writeInt(device.vendorId());
    out.writeInt(device.deviceId());
    out.writeUTF(device.model());
    out.writeInt(device.names().size());
    for (String name : device.names()) {
      out.writeUTF(name);
    }
    out.writeUTF(device.near().toString());
  }

  private static HardwareDevice readDevice(DataInputStream in) throws IOException {
    HardwareDevice.Kind kind = choose(KINDS, in.readUnsignedByte());
    String busId = in.readUTF();
    int vendor = in.readInt();
    int device = in.readInt();
    String model = in.readUTF();
    List<String> names = new ArrayList<>();
    for (int left = readCount(in, LEAST_OF_A_TEXT); left > 0; left--) {
      names.add(in.readUTF());
    }
    return new HardwareDevice(kind, busId, vendor, device, model, names, readCpus(in));
  }

  private static CpuSet readCpus(DataInputStream in) throws IOException {
    String list = in.readUTF();
    if (HUGE.matcher(list).find()) {
      throw new IOException("no machine has PUs of such numbers: " + list);
    }
    return CpuSet.parse(list);
  }

  private static <T> T choose(T[] all, int number) throws IOException {
    if (number >= all.length) {
      throw new IOException("there is no number %d of %d".formatted(number, all.length));
    }
    return all[number];
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
