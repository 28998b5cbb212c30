package io.starling.runtime.bootstrap.wire;

import java.io.IOException;

/** The purpose of a connection; a rank may have one of each except the last. */
public enum Role {
  /** Carries the launcher's commands; its end means that the launcher has ended. */
  CONTROL("rank"),
  /** Joins the job: keys, values, fences, exchanges, agreements, and the failures of others. */
  JOIN("rank"),
  /** The store of another host, with the host's number. */
  AGENT("the agent of host");

  private final String noun;

  Role(String noun) {
    this.noun = noun;
  }

  /** The name of a client in messages, such as {@code rank 3}. */
  String describe(int number) {
    return noun + " " + number;
  }

  static Role named(String name) throws IOException {
    for (Role role : values()) {
      if (role.name().equals(name)) {
        return role;
      }
    }
    throw new IOException("a client with an unknown role");
  }
}
