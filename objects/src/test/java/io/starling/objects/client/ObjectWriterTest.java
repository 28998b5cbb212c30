package io.starling.objects.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects that a program creates and writes in pieces. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ObjectWriterTest {

  private static final long MEMORY = 64 << 20;
  private static final int LARGE = 1 << 20;

  private final ObjectId id = ObjectId.of("object");
  private StorePair stores;

  @AfterEach
  void close() {
    stores.close();
  }

  private ObjectStore here(Door door) {
    stores = new StorePair(door, MEMORY);
    return stores.here();
  }

  @ParameterizedTest
  @EnumSource
  void an_object_is_read_while_it_is_written(Door door) throws InterruptedException {
    ObjectStore here = here(door);
    double[] read = new double[LARGE];
    try (ObjectWriter writer = here.create(id, Datatype.FLOAT64, LARGE)) {
      Thread reader = Thread.ofVirtual().start(() -> stores.there().read(id, Buffer.of(read)));
      for (int half = 0; half < 2; half++) {
        for (int i = half * LARGE / 2; i < (half + 1) * LARGE / 2; i++) {
          writer.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, i, i);
        }
        writer.written(LARGE / 2 * Double.BYTES);
        if (half == 0) {
          stores.awaitCopies(2, LARGE / 2 * Double.BYTES);
          assertThat(here.info(id).orElseThrow().complete()).isFalse();
        }
      }
      assertThat(writer.seal()).isTrue();
      reader.join();
    }
    assertThat(read).isEqualTo(IntStream.range(0, LARGE).asDoubleStream().toArray());
  }

  @ParameterizedTest
  @EnumSource
  void a_writer_that_is_closed_leaves_nothing(Door door) {
    ObjectStore here = here(door);
    ObjectWriter writer = here.create(id, Datatype.INT32, LARGE);
    writer.written(100);
    writer.close();
    assertThatThrownBy(() -> writer.segment().get(ValueLayout.JAVA_INT, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::seal).isInstanceOf(IllegalStateException.class);
    assertThat(here.put(id, Buffer.of(new int[LARGE]))).isTrue();
    assertThat(here.info(id).orElseThrow().complete()).isTrue();
  }

  /** The directory takes the put of this store for what its get waits for. */
  @ParameterizedTest
  @EnumSource
  void a_put_that_is_given_up_at_once_does_not_lose_the_gets_that_wait(Door door) {
    ObjectStore here = here(door);
    for (int i = 0; i < 40; i++) {
      ObjectId each = ObjectId.of("object " + i);
      CompletableFuture<ObjectView> waiting = stores.there().getAsync(each);
      stores.there().create(each, Datatype.INT8, LARGE).close();
      while (!here.put(each, Buffer.of(new byte[LARGE]))) {
        Thread.onSpinWait(); // The other one is just going.
      }
      waiting.join().close();
      here.delete(each);
    }
  }
}
