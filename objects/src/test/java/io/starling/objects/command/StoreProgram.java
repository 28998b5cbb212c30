package io.starling.objects.command;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.StoreLostException;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A program of a store: file, what it does, the text of its object, a size. */
public final class StoreProgram {

  private StoreProgram() {}

  public static void main(String... arguments) throws Exception {
    ObjectId id = ObjectId.of(arguments[2]);
    int size = Integer.parseInt(arguments[3]);
    try (ObjectStore store = ObjectStore.connect(Path.of(arguments[0]))) {
      switch (arguments[1]) {
        case "put-half" -> putHalf(store, id, size);
        case "get" -> get(store, id);
        case "get-often" -> getOften(store, id, size);
        case "put" -> say("put " + store.put(id, Buffer.of(new byte[size])));
        default -> throw new IllegalArgumentException(arguments[1]);
      }
    } catch (StoreLostException e) {
      say("lost " + e.getMessage());
    }
  }

  /** Half of the object has ones, and the rest never comes. */
  private static void putHalf(ObjectStore store, ObjectId id, int size) throws Exception {
    try (ObjectWriter writer = store.create(id, Datatype.INT8, size)) {
      for (int i = 0; i < size / 2; i++) {
        writer.segment().set(ValueLayout.JAVA_BYTE, i, (byte) 1);
      }
      writer.written(size / 2);
      say("half");
      pause();
    }
  }

  private static void get(ObjectStore store, ObjectId id) throws Exception {
    try (ObjectView view = store.get(id)) {
      say("got " + view.count());
      pause();
    }
  }

  private static void getOften(ObjectStore store, ObjectId id, int count) {
    List<CompletableFuture<ObjectView>> views = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      views.add(store.getAsync(id));
    }
    say("asked");
    long bytes = 0;
    for (CompletableFuture<ObjectView> future : views) {
      try (ObjectView view = future.join()) {
        bytes += view.count();
      }
    }
    say("got " + bytes);
  }

  private static void pause() throws Exception {
    System.in.read();
  }

  private static void say(String text) {
    System.out.println(text);
  }
}
