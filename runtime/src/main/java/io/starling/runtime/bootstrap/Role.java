package io.starling.runtime.bootstrap;

/** What a connection is for; a rank may have one of each. */
enum Role {
  /** Carries the launcher's commands, and tells by its end that the launcher has ended. */
  CONTROL,
  /** Joins the job: keys, values and fences. */
  JOIN
}
