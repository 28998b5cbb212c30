package io.starling.objects.client;

/** How programs of a test reach their stores. */
enum Door {
  SOCKET,
  EMBEDDED,

  /** The same with threads that never sleep. */
  SPINNING
}
