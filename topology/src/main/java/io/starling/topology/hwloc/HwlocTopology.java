package io.starling.topology.hwloc;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A loaded {@code hwloc_topology_t}. */
public final class HwlocTopology implements AutoCloseable {

  private static final String XML_FILE = "HWLOC_XMLFILE";
  private static final List<String> ELSEWHERE =
      List.of(XML_FILE, "HWLOC_SYNTHETIC", "HWLOC_FSROOT");

  /** If any of these is set, hwloc ignores {@code HWLOC_XMLFILE}. */
  private static final List<String> STRONGER =
      List.of("HWLOC_SYNTHETIC", "HWLOC_FSROOT", "HWLOC_CPUID_PATH", "HWLOC_COMPONENTS");

  private final HwlocLibrary library;
  private final Pointer topology;

  private HwlocTopology(HwlocLibrary library) {
    this.library = library;
    PointerByReference created = new PointerByReference();
    check(library.topologyInit(created), "hwloc_topology_init");
    this.topology = created.getValue();
  }

  /**
   * The machine of this process (or the one in {@code HWLOC_XMLFILE} or {@code HWLOC_SYNTHETIC}).
   *
   * @throws HwlocException if hwloc is missing or fails
   */
  public static HwlocTopology ofThisMachine() {
    return load(hereOrPretended());
  }

  /**
   * The machine of this process with its devices. This takes longer, because hwloc reads the PCI
   * configuration of each device.
   *
   * @throws HwlocException if hwloc is missing or fails
   */
  public static HwlocTopology ofThisMachineWithDevices() {
    return load(hereOrPretended().keepDevices());
  }

  /**
   * The machine of a synthetic description such as {@code package:2 core:4 pu:2}.
   *
   * @throws HwlocException if hwloc is missing or fails
   */
  public static HwlocTopology ofSynthetic(String description) {
    HwlocTopology created = new HwlocTopology(HwlocLibrary.load());
    created.closeIfRefused(
        created.library.topologySetSynthetic(created.topology, description),
        "hwloc_topology_set_synthetic");
    return load(created);
  }

  /**
   * The machine, devices included, from a file such as {@code lstopo machine.xml} writes.
   *
   * @throws HwlocException if hwloc is missing or fails
   */
  public static HwlocTopology ofXml(PlainXml xml) {
    return load(new HwlocTopology(HwlocLibrary.load()).describedBy(xml).keepDevices());
  }

  /**
   * Loads the library only.
   *
   * @throws HwlocException if it is missing
   */
  public static void requireLibrary() {
    HwlocLibrary.load();
  }

  /** Whether these environment variables make hwloc describe another machine than this one. */
  public static boolean isPretended(Map<String, String> environment) {
    return ELSEWHERE.stream().anyMatch(environment::containsKey);
  }

  /** Whether hwloc accepts a synthetic description; no machine is made. */
  public static boolean acceptsSynthetic(String description) {
    try (HwlocTopology created = new HwlocTopology(HwlocLibrary.load())) {
      return created.library.topologySetSynthetic(created.topology, description) == 0;
    }
  }

  /** The machine itself. */
  public HwlocObject root() {
    return new HwlocObject(library, library.getObjByDepth(topology, 0, 0));
  }

  @Override
  public void close() {
    library.topologyDestroy(topology);
  }

  private static HwlocTopology hereOrPretended() {
    HwlocTopology created = new HwlocTopology(HwlocLibrary.load());
    Optional<Path> file = pretendedFile(System.getenv());
    if (file.isEmpty()) {
      return created;
    }
    try {
      return created.describedBy(PlainXml.of(file.get()));
    } catch (IOException | HwlocException e) {
      created.close();
      throw new HwlocException(
          "HWLOC_XMLFILE is '%s', which is not an hwloc XML file: %s"
              .formatted(file.get(), e.getMessage()),
          e);
    }
  }

  /** The file that hwloc itself would read, with either of its readers. */
  private static Optional<Path> pretendedFile(Map<String, String> environment) {
    return STRONGER.stream().anyMatch(environment::containsKey)
        ? Optional.empty()
        : Optional.ofNullable(environment.get(XML_FILE)).map(Path::of).filter(Files::isRegularFile);
  }

  private HwlocTopology describedBy(PlainXml xml) {
    byte[] bytes = xml.bytes();
    closeIfRefused(
        library.topologySetXmlbuffer(topology, bytes, bytes.length),
        "hwloc_topology_set_xmlbuffer");
    return this;
  }

  private static HwlocTopology load(HwlocTopology created) {
    HwlocLibrary library = created.library;
    Pointer topology = created.topology;
    created.closeIfRefused(
        library.topologySetIcacheTypesFilter(topology, HwlocLibrary.KEEP_NONE),
        "hwloc_topology_set_icache_types_filter");
    created.closeIfRefused(
        library.topologySetTypeFilter(topology, HwlocLibrary.MEMORY_CACHE, HwlocLibrary.KEEP_NONE),
        "hwloc_topology_set_type_filter");
    created.closeIfRefused(library.topologyLoad(topology), "hwloc_topology_load");
    created.closeIfRefused(library.topologyAbiCheck(topology), "hwloc_topology_abi_check");
    return created;
  }

  private HwlocTopology keepDevices() {
    closeIfRefused(
        library.topologySetIoTypesFilter(topology, HwlocLibrary.KEEP_IMPORTANT),
        "hwloc_topology_set_io_types_filter");
    return this;
  }

  private void closeIfRefused(int status, String function) {
    try {
      check(status, function);
    } catch (HwlocException e) {
      close();
      throw e;
    }
  }

  private static void check(int status, String function) {
    if (status != 0) {
      throw new HwlocException(function + " refused");
    }
  }
}
