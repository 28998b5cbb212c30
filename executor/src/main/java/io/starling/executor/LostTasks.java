package io.starling.executor;

/**
 * What becomes of the tasks of a rank that has died. The job goes on with {@code --on-failure
 * return}.
 */
public enum LostTasks {
  /**
   * Their futures fail with a {@link io.starling.runtime.RankFailedException}: no task runs twice.
   */
  FAIL,
  /**
   * Another rank runs them, perhaps a second time. A task with which three ranks have died fails:
   * it may be the reason.
   */
  RUN_AGAIN
}
