package io.starling.objects.protocol;

import java.util.List;

/**
 * What a store has and does, for people.
 *
 * @param memory the bytes that copies may take
 * @param used the bytes that they take
 * @param clients the programs that are connected
 * @param streams the copies that it sends now
 * @param pending its questions to directories without an answer
 * @param age nanoseconds since it began
 * @param outage what is wrong if it reaches too few stores, else empty
 * @param objects those of which it keeps the directory entries, if they were asked for
 */
public record StoreSurvey(
    Member store,
    long view,
    long memory,
    long used,
    int copies,
    int entries,
    int clients,
    int streams,
    int pending,
    long age,
    String outage,
    List<FromPrimary.Description> objects) {

  public StoreSurvey {
    objects = List.copyOf(objects);
  }
}
