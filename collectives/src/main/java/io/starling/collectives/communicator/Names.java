package io.starling.collectives.communicator;

import io.starling.collectives.call.Member;
import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Spawner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Names under which the processes of a job find ports, in the launcher's store. */
record Names(Member member) {

  private static final String PREFIX = "name/";
  private static final String ECHO = "echo/";

  /** A value replaces the last one; an empty one stands for none. */
  void publish(String name, String value) {
    member.checkUsable();
    member.arguments().present("name", name);
    member.arguments().present("port", value);
    try (Member.Entry _ = member.enter()) {
      store("publish()").put(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  String lookUp(String name, Duration patience) {
    member.checkUsable();
    member.arguments().present("name", name);
    member.arguments().present("patience", patience);
    Optional<byte[]> found;
    try (Member.Entry _ = member.enter()) {
      Spawner store = store("lookUp()");
      found =
          patience.isZero() ? now(store, PREFIX + name) : inTime(store, PREFIX + name, patience);
    }
    String port = found.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
    if (port.isEmpty()) {
      throw new StarlingException(
          "rank %d, lookUp(): no port is published under '%s'%s"
              .formatted(
                  member.engine().rank(),
                  name,
                  found.isEmpty() ? " after " + patience : "; it was unpublished"));
    }
    return port;
  }

  private Optional<byte[]> inTime(Spawner store, String key, Duration patience) {
    StoredValue search = new StoredValue(store, key);
    try {
      member.engine().waits().await(null, search::isKnown, patience.toNanos());
    } finally {
      search.forget();
    }
    return search.get();
  }

  /** The store answers in order: what it has, it has sent before the echo of a later question. */
  private Optional<byte[]> now(Spawner store, String key) {
    String own = ECHO + member.engine().rank();
    StoredValue search = new StoredValue(store, key);
    StoredValue echo = new StoredValue(store, own);
    boolean isThere = search.isKnown();
    if (!isThere) {
      store.put(own, new byte[1]);
      member.engine().waits().await(echo::isKnown, () -> "lookUp() of " + key);
      isThere = search.isKnown();
    }
    search.forget();
    return search.get();
  }

  private Spawner store(String call) {
    Spawner store = member.processes().spawner();
    if (store == null) {
      throw new UnsupportedOperationException(
          "rank %d, %s: there are no names here: %s"
              .formatted(member.engine().rank(), call, member.processes().refusal()));
    }
    return store;
  }
}
