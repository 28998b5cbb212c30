package io.starling.bench.foreign;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Slurm with two nodes on this machine, each with its own shared memory, so that ranks take them
 * for two hosts. Needs root and Debian's {@code slurm-wlm} and {@code munge}; nothing of it is left
 * outside a temporary folder.
 */
final class SlurmBed implements AutoCloseable {

  private static final int CONTROLLER_PORT = 26817;
  private static final int FIRST_NODE_PORT = 26818;
  private static final long START_NANOSECONDS = 30_000_000_000L;

  private final Path folder;
  private final List<Process> daemons = new ArrayList<>();

  private SlurmBed(Path folder) {
    this.folder = folder;
  }

  /** Starts it, or skips the test. */
  static SlurmBed start() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "Slurm wants root");
    for (String program : List.of("munged", "slurmctld", "slurmd", "srun", "unshare")) {
      boolean found =
          Files.isExecutable(Path.of("/usr/sbin", program))
              || Files.isExecutable(Path.of("/usr/bin", program));
      assumeTrue(found, "no " + program + ": apt-get install slurm-wlm munge");
    }
    SlurmBed bed =
        new SlurmBed(
            Files.createTempDirectory(
                "starling-slurm-",
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwxr-xr-x"))));
    try {
      bed.startDaemons();
      return bed;
    } catch (Exception | AssertionError e) {
      bed.close();
      throw e;
    }
  }

  private void startDaemons() throws Exception {
    byte[] key = new byte[128];
    new SecureRandom().nextBytes(key);
    Path keyFile = folder.resolve("key");
    Files.createFile(
        keyFile,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(keyFile, key);
    Files.createDirectory(folder.resolve("state"));
    Files.createDirectories(folder.resolve("n1/tmp"));
    Files.createDirectories(folder.resolve("n2/tmp"));
    Files.writeString(configuration(), text());
    Path socket = folder.resolve("munge.socket");
    start(
        "munged",
        "--force",
        "--foreground",
        "--socket=" + socket,
        "--key-file=" + keyFile,
        "--pid-file=" + folder.resolve("munge.pid"),
        "--log-file=" + folder.resolve("munge.log"),
        "--seed-file=" + folder.resolve("seed"));
    long deadline = System.nanoTime() + START_NANOSECONDS;
    while (!Files.exists(socket) && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    start("slurmctld", "-D", "-f", configuration().toString());
    for (String node : List.of("n1", "n2")) {
      String script =
          "mount -t tmpfs none /dev/shm && exec slurmd -D -f " + configuration() + " -N " + node;
      start("unshare", "--ipc", "--mount", "--propagation", "private", "sh", "-c", script);
    }
    while (!areIdle()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Slurm does not start; see the logs in " + folder);
      }
      Thread.sleep(50);
    }
  }

  private Path configuration() {
    return folder.resolve("slurm.conf");
  }

  /** Without control groups and accounting; %n is a node's name. */
  private String text() throws IOException {
    String host = InetAddress.getLocalHost().getHostName();
    StringBuilder text = new StringBuilder();
    text.append(
        """
        ClusterName=starling
        SlurmctldHost=HOST(127.0.0.1)
        SlurmctldPort=CONTROLLER
        SlurmUser=root
        SlurmdUser=root
        AuthType=auth/munge
        AuthInfo=socket=FOLDER/munge.socket
        StateSaveLocation=FOLDER/state
        SlurmdSpoolDir=FOLDER/%n
        TmpFS=FOLDER/%n/tmp
        SlurmctldPidFile=FOLDER/slurmctld.pid
        SlurmdPidFile=FOLDER/%n.pid
        SlurmctldLogFile=FOLDER/slurmctld.log
        SlurmdLogFile=FOLDER/%n.log
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        JobAcctGatherType=jobacct_gather/none
        AccountingStorageType=accounting_storage/none
        SelectType=select/cons_tres
        SelectTypeParameters=CR_CPU
        SwitchType=switch/none
        ReturnToService=2
        SlurmdParameters=config_overrides
        KillWait=2
        """);
    for (int node = 1; node <= 2; node++) {
      text.append(
          "NodeName=n%d NodeHostname=HOST NodeAddr=127.0.0.1 Port=%d CPUs=4 State=UNKNOWN%n"
              .formatted(node, FIRST_NODE_PORT + node));
    }
    text.append("PartitionName=all Nodes=n1,n2 Default=YES State=UP OverSubscribe=FORCE\n");
    return text.toString()
        .replace("FOLDER", folder.toString())
        .replace("HOST", host)
        .replace("CONTROLLER", Integer.toString(CONTROLLER_PORT));
  }

  private void start(String... command) throws IOException {
    Path log = folder.resolve("daemon-" + daemons.size() + ".out");
    daemons.add(
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start());
  }

  private boolean areIdle() throws IOException, InterruptedException {
    return run("sinfo", "-h", "-o", "%T %D").output().contains("idle 2");
  }

  /** What tells Slurm's commands which Slurm is meant. */
  Map<String, String> environment() {
    return Map.of("SLURM_CONF", configuration().toString());
  }

  /** Runs one of Slurm's commands. */
  ForeignJob.Outcome run(String... command) throws IOException, InterruptedException {
    return ForeignJob.run(List.of(), environment(), List.of(command));
  }

  /** A file in the bed's folder. */
  Path file(String name) {
    return folder.resolve(name);
  }

  @Override
  public void close() throws IOException {
    for (Process daemon : daemons.reversed()) {
      daemon.descendants().forEach(ProcessHandle::destroyForcibly);
      daemon.destroy();
      daemon.onExit().completeOnTimeout(daemon, 5, TimeUnit.SECONDS).join();
      daemon.destroyForcibly();
    }
    try (var files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(SlurmBed::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It lies in the folder for what is temporary.
    }
  }
}
