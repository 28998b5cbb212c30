package io.starling.runtime.trace;

/** The kind of an event, and the row of its rank in which it is shown. */
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
