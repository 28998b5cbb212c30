package io.starling.objects;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a store has and does.
 *
 * @param slot its number, which no other store gets
 * @param host its host, and the port where other stores reach it
 * @param view the number of the view it is in; it counts stores that joined or left
 * @param memory the bytes that copies may take
 * @param used the bytes that copies take
 * @param copies the number of copies
 * @param entries the number of objects whose directory entries it keeps
 * @param clients the number of programs that are connected
 * @param streams the number of copies that it sends to other stores now
 * @param pending the number of questions to the directory without an answer
 * @param age since the store began
 * @param noQuorum why it can't go on, if it reaches too few other stores
 * @param objects those whose directory entries it keeps, if they were asked for
 */
public record StoreReport(
    int slot,
    String host,
    long view,
    long memory,
    long used,
    int copies,
    int entries,
    int clients,
    int streams,
    int pending,
    Duration age,
    Optional<String> noQuorum,
    List<ObjectInfo> objects) {

  /** Copies the list. */
  public StoreReport {
    objects = List.copyOf(objects);
  }
}
