package io.starling.objects.command;

import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import java.nio.file.Path;
import java.util.List;

/** A store in a process of its own. */
final class StoreProcess implements AutoCloseable {

  private final ChildProcess process;
  private final Path file;
  private final String contact;

  private StoreProcess(ChildProcess process, Path file, String contact) {
    this.process = process;
    this.file = file;
    this.contact = contact;
  }

  /**
   * Starts one, and waits until it serves.
   *
   * @param contact a store that it joins, as host and port; null for the first store
   */
  static StoreProcess start(
      StoreConfiguration configuration, Path file, String contact, String... flags) {
    ChildProcess process = ChildProcess.start(List.of(flags), JobStore.class);
    process.say("memory " + configuration.memory());
    process.say("address 127.0.0.1");
    process.say("secret " + configuration.secret().digits());
    process.say("silence " + configuration.silence().toMillis());
    process.say("file " + file);
    if (contact != null) {
      process.say("contact " + contact);
    }
    process.say("end");
    return new StoreProcess(process, file, process.await("ready "));
  }

  ChildProcess process() {
    return process;
  }

  Path file() {
    return file;
  }

  /** Where others join it. */
  String contact() {
    return contact;
  }

  ObjectStore connect() {
    return ObjectStore.connect(file);
  }

  @Override
  public void close() {
    process.close();
  }
}
