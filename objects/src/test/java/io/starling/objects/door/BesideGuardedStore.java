package io.starling.objects.door;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that attack a store; after each of them the store serves, and has lost no memory. */
abstract class BesideGuardedStore {

  final ObjectId id = ObjectId.of("object");
  @TempDir private Path folder;
  GuardedStore store;
  ObjectStore neighbour;
  Path file;

  @BeforeEach
  void serve() {
    store = new GuardedStore(folder);
    neighbour = store.neighbour();
    file = store.file();
  }

  @AfterEach
  void the_store_has_survived() {
    store.close();
  }

  static ByteBuffer bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
