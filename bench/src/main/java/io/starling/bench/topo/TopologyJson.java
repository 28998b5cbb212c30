package io.starling.bench.topo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.RankLocation;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A scene for programs, one JSON object on one line: {@code machines} holds each different machine
 * once, {@code nodes} the index of each node's machine; sets of PUs are in Linux's list format,
 * sizes in bytes.
 */
public final class TopologyJson {

  private final JsonGenerator json;

  private TopologyJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes it and a newline; the writer stays open. */
  public static void write(TopologyScene scene, Writer out) throws IOException {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator generator = factory.createGenerator(out)) {
      new TopologyJson(generator).write(scene);
    }
    out.write("\n");
  }

  private void write(TopologyScene scene) throws IOException {
    List<Machine> nodes = scene.placement().cluster().nodes();
    List<Machine> machines = nodes.stream().distinct().toList();
    json.writeStartObject();
    json.writeArrayFieldStart("machines");
    for (Machine machine : machines) {
      json.writeStartObject();
      json.writeFieldName("root");
      write(machine.root());
      writeDevices(machine.devices());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("nodes");
    for (Machine node : nodes) {
      json.writeNumber(machines.indexOf(node));
    }
    json.writeEndArray();
    write(scene.hosts());
    json.writeArrayFieldStart("ranks");
    for (RankLocation seat : scene.placement().locations()) {
      json.writeStartObject();
      json.writeNumberField("rank", seat.rank());
      json.writeNumberField("node", seat.node());
      json.writeStringField("home", seat.home().toString());
      json.writeStringField("cpus", seat.cpus().toString());
      Optional<HardwareDevice> gpu = scene.gpus().gpu(seat.rank());
      if (gpu.isPresent()) {
        json.writeStringField("gpu", gpu.get().busId());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("edges");
    for (Edge edge : scene.edges()) {
      json.writeStartObject();
      json.writeNumberField("from", edge.from());
      json.writeNumberField("to", edge.to());
      json.writeStringField("level", edge.level().label());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(HostGroups hosts) throws IOException {
    if (hosts.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("hosts");
    for (int node = 0; node < hosts.names().size(); node++) {
      json.writeStartObject();
      json.writeStringField("name", hosts.names().get(node));
      if (hosts.groups().zoneCount() > 0) {
        json.writeNumberField("zone", hosts.groups().zones()[node]);
      }
      if (hosts.groups().rackCount() > 0) {
        json.writeNumberField("rack", hosts.groups().racks()[node]);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeDevices(List<HardwareDevice> devices) throws IOException {
    json.writeArrayFieldStart("devices");
    for (HardwareDevice device : devices) {
      json.writeStartObject();
      json.writeStringField("kind", device.kind().name().toLowerCase(Locale.ROOT));
      json.writeStringField("bus_id", device.busId());
      json.writeStringField("pci", "%04x:%04x".formatted(device.vendorId(), device.deviceId()));
      if (!device.model().isEmpty()) {
        json.writeStringField("model", device.model());
      }
      json.writeArrayFieldStart("names");
      for (String name : device.names()) {
        json.writeString(name);
      }
      json.writeEndArray();
      json.writeStringField("near", device.near().toString());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void write(HardwareObject object) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", object.type().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("index", object.logicalIndex());
    json.writeNumberField("os_index", object.osIndex());
    json.writeStringField("cpus", object.cpus().toString());
    if (object.bytes() > 0) {
      json.writeNumberField("bytes", object.bytes());
    }
    writeAll("memory", object.memory());
    writeAll("children", object.children());
    json.writeEndObject();
  }

  private void writeAll(String name, List<HardwareObject> objects) throws IOException {
    if (!objects.isEmpty()) {
      json.writeArrayFieldStart(name);
      for (HardwareObject object : objects) {
        write(object);
      }
      json.writeEndArray();
    }
  }
}
