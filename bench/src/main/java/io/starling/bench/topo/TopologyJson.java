package io.starling.bench.topo;

import io.starling.bench.report.Json;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.RankLocation;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A scene for programs, one JSON object on one line: {@code machines} holds each different machine
 * once, {@code nodes} the index of each node's machine; sets of PUs are in Linux's list format,
 * sizes in bytes.
 */
public final class TopologyJson {

  private TopologyJson() {}

  /** Writes it and a newline; the writer stays open. */
  public static void write(TopologyScene scene, Writer out) throws IOException {
    of(scene).writeLine(out);
  }

  private static Json of(TopologyScene scene) {
    List<Machine> nodes = scene.placement().cluster().nodes();
    List<Machine> machines = nodes.stream().distinct().toList();
    Json json =
        new Json()
            .put("machines", machines.stream().map(TopologyJson::of).toList())
            .put("nodes", nodes.stream().map(machines::indexOf).toList());
    HostGroups hosts = scene.hosts();
    if (!hosts.isEmpty()) {
      json.put(
          "hosts",
          IntStream.range(0, hosts.names().size()).mapToObj(node -> host(hosts, node)).toList());
    }
    return json.put(
            "ranks",
            scene.placement().locations().stream()
                .map(seat -> rank(seat, scene.gpus().gpu(seat.rank())))
                .toList())
        .put("edges", scene.edges().stream().map(TopologyJson::of).toList());
  }

  private static Json of(Machine machine) {
    return new Json()
        .put("root", of(machine.root()))
        .put("devices", machine.devices().stream().map(TopologyJson::of).toList());
  }

  private static Json rank(RankLocation seat, Optional<HardwareDevice> gpu) {
    Json json =
        new Json()
            .put("rank", seat.rank())
            .put("node", seat.node())
            .put("home", seat.home().toString())
            .put("cpus", seat.cpus().toString());
    gpu.ifPresent(device -> json.put("gpu", device.busId()));
    return json;
  }

  private static Json of(Edge edge) {
    return new Json()
        .put("from", edge.from())
        .put("to", edge.to())
        .put("level", edge.level().label());
  }

  private static Json host(HostGroups hosts, int node) {
    Json json = new Json().put("name", hosts.names().get(node));
    if (hosts.groups().zoneCount() > 0) {
      json.put("zone", hosts.groups().zones()[node]);
    }
    return hosts.groups().rackCount() > 0 ? json.put("rack", hosts.groups().racks()[node]) : json;
  }

  private static Json of(HardwareDevice device) {
    Json json =
        new Json()
            .put("kind", device.kind().name().toLowerCase(Locale.ROOT))
            .put("bus_id", device.busId())
            .put("pci", "%04x:%04x".formatted(device.vendorId(), device.deviceId()));
    if (!device.model().isEmpty()) {
      json.put("model", device.model());
    }
    return json.put("names", device.names()).put("near", device.near().toString());
  }

  private static Json of(HardwareObject object) {
    Json json =
        new Json()
            .put("type", object.type().name().toLowerCase(Locale.ROOT))
            .put("index", object.logicalIndex())
            .put("os_index", object.osIndex())
            .put("cpus", object.cpus().toString());
    if (object.bytes() > 0) {
      json.put("bytes", object.bytes());
    }
    putAll(json, "memory", object.memory());
    putAll(json, "children", object.children());
    return json;
  }

  private static void putAll(Json json, String name, List<HardwareObject> objects) {
    if (!objects.isEmpty()) {
      json.put(name, objects.stream().map(TopologyJson::of).toList());
    }
  }
}
