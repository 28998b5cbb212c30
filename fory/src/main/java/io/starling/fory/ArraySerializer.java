package io.starling.fory;

import io.starling.collectives.Codec;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.serializer.Serializer;

/** Writes the number of an array beside the stream; -1 and the array itself if it is short. */
final class ArraySerializer<T> extends Serializer<T> {

  /** The key of the sink and of the source, in what Fory calls a context. */
  static final Object BESIDE = new Object();

  private final Serializer<T> plain;

  ArraySerializer(Config config, Class<T> type, Serializer<T> plain) {
    super(config, type);
    this.plain = plain;
  }

  @Override
  public void write(WriteContext context, T array) {
    int number = ((Codec.Sink) context.getContextObject(BESIDE)).beside(array);
    context.writeVarInt32(number);
    if (number < 0) {
      plain.write(context, array);
    }
  }

  @Override
  public T read(ReadContext context) {
    int number = context.getBuffer().readVarInt32();
    if (number < 0) {
      return plain.read(context);
    }
    try {
      T array = type.cast(((Codec.Source) context.getContextObject(BESIDE)).beside(number));
      context.getRefReader().reference(array);
      return array;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
