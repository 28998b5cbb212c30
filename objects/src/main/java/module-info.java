/**
 * Objects that the tasks of a program put, get, reduce and delete, on stores that come and go
 * (Hoplite).
 */
module io.starling.objects {
  requires transitive io.starling.runtime;
  requires jdk.net;

  exports io.starling.objects;
}
