package io.starling.runtime.trace;

/** What an event is, and in which of a rank's rows it stands. */
enum EventKind {
  SEND("sends"),
  RECEIVE("receives"),
  FOLD("cpu"),
  POST("cpu"),
  HANDLE("cpu"),
  COPY("cpu"),
  COMPUTE("cpu"),
  NOISE("cpu"),
  COPY_IN("to device"),
  COPY_OUT("from device"),
  COPY_WITHIN("on device"),
  DEVICE_FOLD("on device");

  private static final EventKind[] ALL = values();

  private final String row;

  EventKind(String row) {
    this.row = row;
  }

  static EventKind of(int ordinal) {
    return ALL[ordinal];
  }

  String row() {
    return row;
  }
}
