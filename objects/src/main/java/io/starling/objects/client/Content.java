package io.starling.objects.client;

import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;

/**
 * What a program puts.
 *
 * @param memory the packed bytes
 */
record Content(ObjectType type, Memory memory) {

  /** The elements of a buffer. */
  static Content of(Buffer data) {
    MemoryBuffer buffer = MemoryBuffer.of(data);
    if (buffer.byteSize() == 0) {
      throw new IllegalArgumentException("an object has 1 element or more, but there is no data");
    }
    if (buffer.memory().isOnDevice()) {
      throw new IllegalArgumentException(
          "a store can't read the memory of a device: copy the data to the host first");
    }
    BasicDatatype basic = buffer.signature().basic();
    return new Content(
        basic == null ? ObjectType.BYTES : ObjectType.valueOf(basic.name()), buffer.memory());
  }

  /** A Java object. */
  static Content of(Serializable value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
      stream.writeObject(value);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s can't be serialised: %s".formatted(value.getClass().getName(), e), e);
    }
    return new Content(ObjectType.JAVA, Memory.of(MemorySegment.ofArray(bytes.toByteArray())));
  }

  /** What a basic datatype is called in the stores. */
  static ObjectType typeOf(Datatype type) {
    if (type instanceof BasicDatatype basic) {
      return ObjectType.valueOf(basic.name());
    }
    throw new IllegalArgumentException(
        "an object is written as elements of a basic type, not of " + type);
  }

  /** The datatype of what stores call so. */
  static Datatype datatype(ObjectType type) {
    return switch (type) {
      case BYTES, JAVA -> Datatype.INT8;
      default -> BasicDatatype.valueOf(type.name());
    };
  }

  long size() {
    return memory.byteSize();
  }

  byte[] bytes() {
    byte[] bytes = new byte[Math.toIntExact(size())];
    memory.read(0, MemorySegment.ofArray(bytes), 0, bytes.length);
    return bytes;
  }
}
