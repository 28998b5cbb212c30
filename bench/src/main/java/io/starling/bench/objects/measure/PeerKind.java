package io.starling.bench.objects.measure;

import io.starling.bench.Converters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Other systems that can be measured beside Starling, by a file that is there once installed. */
enum PeerKind {
  REDIS("/usr/bin/redis-server", "apt-get install redis-server"),
  NATS("/usr/sbin/nats-server", "apt-get install nats-server"),
  HAZELCAST(
      HazelcastPeer.JAR.toString(),
      "mvn dependency:get -Dartifact=com.hazelcast:hazelcast:%s -Dtransitive=false"
          .formatted(HazelcastPeer.VERSION)),
  DASK(
      "/usr/lib/python3/dist-packages/distributed",
      "apt-get install python3-distributed python3-numpy"),
  GLOO("/usr/include/gloo/allreduce.h", "apt-get install libgloo-dev g++"),
  OPENMPI("/usr/bin/mpicc.openmpi", "apt-get install openmpi-bin libopenmpi-dev");

  private final Path sign;
  private final String command;

  /**
   * @param command installs it
   */
  PeerKind(String sign, String command) {
    this.sign = Path.of(sign);
    this.command = command;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean isInstalled() {
    return Files.exists(sign);
  }

  /** What is missing, and how to get it. */
  String remedy() {
    return "left out: %s: there is no %s; %s".formatted(label(), sign, command);
  }

  /** Starts it, on all ranks; it is installed at rank 0. */
  Peer open(Scene scene, ObjectsBenchOptions options) throws IOException {
    return switch (this) {
      case REDIS -> RedisPeer.open(scene);
      case NATS -> NatsPeer.open(scene);
      case HAZELCAST -> HazelcastPeer.open(scene, options);
      case DASK -> new DaskPeer(scene, options);
      case GLOO -> new GlooPeer(scene, options);
      case OPENMPI -> new OpenMpiPeer(scene, options);
    };
  }

  /** From a word; also the list of what there is. */
  static final class Words extends Converters.Words<PeerKind> {
    Words() {
      super(PeerKind.class);
    }
  }
}
