package io.starling.objects.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The codecs of values that are not records.
 *
 * <pre>
 *   long     8 bytes        String, byte[]   length (4), bytes
 *   int      4 bytes        List             count (4), values
 *   boolean  1 byte         enum             ordinal (1)
 * </pre>
 */
final class ValueCodecs {

  static final ValueCodec LONG = new LongCodec();
  static final ValueCodec INT = new IntCodec();
  static final ValueCodec BOOLEAN = new BooleanCodec();
  static final ValueCodec TEXT = new TextCodec();
  static final ValueCodec BYTES = new BytesCodec();

  private static final int ORDINALS = 1 << Byte.SIZE;

  private ValueCodecs() {}

  static ValueCodec list(ValueCodec element) {
    if (element.smallest() == 0) {
      throw new IllegalArgumentException("a list of " + element.description() + " has no bytes");
    }
    return new ListCodec(element);
  }

  static ValueCodec constants(Class<?> type) {
    Object[] constants = type.getEnumConstants();
    if (constants.length > ORDINALS) {
      throw new IllegalArgumentException(type + " has more constants than a byte has values");
    }
    return new EnumCodec(constants);
  }

  private record LongCodec() implements ValueCodec {
    @Override
    public void write(Object value, GrowingBuffer to) {
      to.room(Long.BYTES).putLong((long) value);
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      ValueCodec.need(from, Long.BYTES);
      return from.getLong();
    }

    @Override
    public int smallest() {
      return Long.BYTES;
    }

    @Override
    public String description() {
      return "long";
    }
  }

  private record IntCodec() implements ValueCodec {
    @Override
    public void write(Object value, GrowingBuffer to) {
      to.room(Integer.BYTES).putInt((int) value);
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      ValueCodec.need(from, Integer.BYTES);
      return from.getInt();
    }

    @Override
    public int smallest() {
      return Integer.BYTES;
    }

    @Override
    public String description() {
      return "int";
    }
  }

  private record BooleanCodec() implements ValueCodec {
    @Override
    public void write(Object value, GrowingBuffer to) {
      to.room(1).put((byte) ((boolean) value ? 1 : 0));
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      ValueCodec.need(from, 1);
      byte value = from.get();
      if (value != 0 && value != 1) {
        throw new MalformedFrameException("sent %d, which is no boolean".formatted(value));
      }
      return value == 1;
    }

    @Override
    public int smallest() {
      return 1;
    }

    @Override
    public String description() {
      return "boolean";
    }
  }

  private record BytesCodec() implements ValueCodec {
    @Override
    public void write(Object value, GrowingBuffer to) {
      byte[] bytes = (byte[]) value;
      to.room(Integer.BYTES).putInt(bytes.length);
      to.room(bytes.length).put(bytes);
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      byte[] bytes = new byte[ValueCodec.length(from, 1)];
      from.get(bytes);
      return bytes;
    }

    @Override
    public int smallest() {
      return Integer.BYTES;
    }

    @Override
    public String description() {
      return "bytes";
    }
  }

  private record TextCodec() implements ValueCodec {
    @Override
    public void write(Object value, GrowingBuffer to) {
      BYTES.write(((String) value).getBytes(StandardCharsets.UTF_8), to);
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      return new String((byte[]) BYTES.read(from), StandardCharsets.UTF_8);
    }

    @Override
    public int smallest() {
      return BYTES.smallest();
    }

    @Override
    public String description() {
      return "text";
    }
  }

  private record EnumCodec(Object[] constants) implements ValueCodec {
    @Override
    public void write(Object value, GrowingBuffer to) {
      to.room(1).put((byte) ((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      ValueCodec.need(from, 1);
      int ordinal = Byte.toUnsignedInt(from.get());
      if (ordinal >= constants.length) {
        throw new MalformedFrameException(
            "sent constant %d of %s".formatted(ordinal, description()));
      }
      return constants[ordinal];
    }

    @Override
    public int smallest() {
      return 1;
    }

    @Override
    public String description() {
      return "one of " + Arrays.toString(constants);
    }
  }

  private record ListCodec(ValueCodec element) implements ValueCodec {
    @Override
    public void write(Object value, GrowingBuffer to) {
      List<?> list = (List<?>) value;
      to.room(Integer.BYTES).putInt(list.size());
      for (Object each : list) {
        element.write(each, to);
      }
    }

    @Override
    public Object read(ByteBuffer from) throws MalformedFrameException {
      int count = ValueCodec.length(from, element.smallest());
      List<Object> list = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        list.add(element.read(from));
      }
      return Collections.unmodifiableList(list);
    }

    @Override
    public int smallest() {
      return Integer.BYTES;
    }

    @Override
    public String description() {
      return "list of " + element.description();
    }
  }
}
