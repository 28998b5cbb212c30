package io.starling.examples.serving;

import io.starling.objects.ObjectId;

/** The ids of what a front end and the members of its ensemble exchange. */
final class ServingNames {

  private static final String PROGRAM = "ensemble: ";

  /** In the place of a spare that is not needed. */
  static final long NO_QUERY = 0;

  private ServingNames() {}

  /** The model of a member; that it is there says that the member is ready. */
  static ObjectId model(int member) {
    return ObjectId.of(PROGRAM + "model of member " + member);
  }

  /** The images of a query; a single element ends the members. */
  static ObjectId query(long number) {
    return ObjectId.of(PROGRAM + "query " + number);
  }

  /** What a member says of each image. */
  static ObjectId answer(long number, int member) {
    return ObjectId.of(PROGRAM + "answer of member " + member + " to query " + number);
  }

  /** Which member a spare replaces, and from which query on. */
  static ObjectId place(int spare) {
    return ObjectId.of(PROGRAM + "place of spare " + spare);
  }

  /** Says that a spare has taken its place. */
  static ObjectId ready(int spare) {
    return ObjectId.of(PROGRAM + "spare " + spare + " is ready");
  }
}
