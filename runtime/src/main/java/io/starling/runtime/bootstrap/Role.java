package io.starling.runtime.bootstrap;

import java.io.IOException;

/** What a connection is for; a rank may have one of each but the last. */
enum Role {
  /** Carries the launcher's commands, and tells by its end that the launcher has ended. */
  CONTROL("rank"),
  /** Joins the job: keys, values, fences, exchanges, agreements, and the failures of others. */
  JOIN("rank"),
  /** Another host's store, with a number of its own. */
  AGENT("the agent of host");

  private final String noun;

  Role(String noun) {
    this.noun = noun;
  }

  /** Whom a message is about, such as {@code rank 3}. */
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
