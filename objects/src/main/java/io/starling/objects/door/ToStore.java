package io.starling.objects.door;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.ObjectType;
import java.util.List;

/**
 * What a program says to the store of its host. The program numbers its calls; all that belongs to
 * a call has its number.
 */
public sealed interface ToStore {

  /** The number of the call. */
  long call();

  /** Puts a small object. Answers: {@link ToClient.Done}, {@link ToClient.Failed}. */
  record PutValue(long call, ObjectId id, ObjectType type, byte[] value) implements ToStore {}

  /**
   * Begins a put of a large object. Answers: {@link ToClient.Writable}, then as for {@link
   * PutValue}.
   */
  record Create(long call, ObjectId id, ObjectType type, long size) implements ToStore {}

  /** The program has written more bytes where it may. No answer. */
  record Written(long call, long bytes) implements ToStore {}

  /** The program has written all bytes. */
  record Seal(long call) implements ToStore {}

  /**
   * Gets an object. Answers: {@link ToClient.Value}, {@link ToClient.Progress}, {@link
   * ToClient.Failed}.
   *
   * @param streaming whether the program wants to hear of each progress, or of the end only
   */
  record Get(long call, ObjectId id, boolean streaming) implements ToStore {}

  /** Asks to hear of objects. Answers: {@link ToClient.Complete}, {@link ToClient.Deleted}. */
  record Watch(long call, List<ObjectId> ids) implements ToStore {

    public Watch {
      ids = List.copyOf(ids);
    }
  }

  /** Asks for a reduction. Answers: {@link ToClient.Reduced}, {@link ToClient.Failed}. */
  record Reduce(long call, ObjectId target, List<ObjectId> sources, int count, String operator)
      implements ToStore {

    public Reduce {
      sources = List.copyOf(sources);
    }
  }

  /** Answer: {@link ToClient.Described}. */
  record Describe(long call, ObjectId id) implements ToStore {}

  /** Answer: {@link ToClient.Done}. */
  record Delete(long call, List<ObjectId> ids) implements ToStore {

    public Delete {
      ids = List.copyOf(ids);
    }
  }

  /** Asks what all stores have. Answer: {@link ToClient.Surveyed}. */
  record Survey(long call, boolean withObjects) implements ToStore {}

  /** Ends a put that is not done, a get or a watch: its memory may be used again. No answer. */
  record Close(long call) implements ToStore {}
}
