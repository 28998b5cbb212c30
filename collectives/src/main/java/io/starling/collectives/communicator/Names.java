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
    Search search = new Search(name);
    try (Member.Entry _ = member.enter()) {
      search.store = store("lookUp()");
      try {
        member.engine().waits().await(null, search::isOver, patience.toNanos());
      } finally {
        if (search.value == null) {
          search.store.forget(PREFIX + name);
        }
      }
    }
    if (search.failure != null) {
      throw search.failure;
    }
    if (search.value == null || search.value.isEmpty()) {
      throw new StarlingException(
          "rank %d, lookUp(): no port is published under '%s'%s"
              .formatted(
                  member.engine().rank(),
                  name,
                  search.value == null ? " after " + patience : "; it was unpublished"));
    }
    return search.value;
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

  /** One search. */
  private static final class Search {
    private final String name;
    private Spawner store;
    private String value;
    private StarlingException failure;

    Search(String name) {
      this.name = name;
    }

    /** Does not throw, because any waiting thread may call it. */
    boolean isOver() {
      if (value == null && failure == null) {
        try {
          Optional<byte[]> found = store.find(PREFIX + name);
          value = found.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse(null);
        } catch (StarlingException e) {
          failure = e;
        }
      }
      return value != null || failure != null;
    }
  }
}
