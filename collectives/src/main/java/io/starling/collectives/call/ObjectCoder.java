package io.starling.collectives.call;

import io.starling.collectives.Codec;
import io.starling.collectives.CodecException;
import io.starling.collectives.parcel.PackedParcel;
import io.starling.collectives.parcel.ParcelReader;
import io.starling.collectives.parcel.ParcelWriter;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Turns objects into parcels and back, outside the engine: a codec runs code of the program. Any
 * failure of it, errors and undeclared exceptions too, is a {@link CodecException} that names the
 * rank and the call: in a collective, the other ranks wait for what this one says.
 */
final class ObjectCoder {

  /**
   * This rank's part in a collective.
   *
   * @param value what it contributes
   * @param parcel the same for others
   * @param failure why the parcel has no object; null if it has one
   */
  record Own(Object value, ParcelWriter parcel, RuntimeException failure) {

    /** Throws the failure, after the other ranks have heard of it. */
    void check() {
      if (failure != null) {
        throw failure;
      }
    }
  }

  private final Member member;

  /** A writer that no thread uses; null if all are in use. */
  private final AtomicReference<ParcelWriter> idle = new AtomicReference<>();

  ObjectCoder(Member member) {
    this.member = member;
  }

  /**
   * An object that was written once. All sends use the same number of a tag, which is right: what
   * they send is the same.
   */
  PackedParcel pack(Object value) {
    if (value instanceof PackedParcel packed) {
      return packed;
    }
    ParcelWriter parcel = encode(value, () -> "packObject");
    parcel.keep();
    try (Member.Entry _ = member.enter()) {
      parcel.number(member.numbers().nextObject());
    }
    return new PackedParcel(parcel, member.numbers());
  }

  /** A parcel of an object; {@link #release} takes it back. */
  ParcelWriter encode(Object value, Supplier<String> call) {
    if (value instanceof PackedParcel packed) {
      if (packed.owner() != member.numbers()) {
        throw member
            .arguments()
            .refuse(call.get() + ": the object was packed by another rank, which alone sends it");
      }
      return packed.parcel();
    }
    Codec codec = member.codec();
    ParcelWriter parcel = idle.getAndSet(null);
    if (parcel == null) {
      parcel = new ParcelWriter();
    }
    try {
      codec.encode(value, parcel);
      return parcel.seal(codec);
    } catch (Throwable e) {
      release(parcel);
      throw new CodecException(
          "rank %d, %s: the %s codec can't write %s: %s. Nothing was sent."
              .formatted(
                  member.engine().rank(), call.get(), codec.name(), typeOf(value), reason(e)),
          e);
    }
  }

  /**
   * A parcel of an object inside a collective; if that fails, a parcel that says so to the others.
   */
  Own encodeOrExplain(Object value, Supplier<String> call) {
    try {
      return new Own(value, encode(value, call), null);
    } catch (CodecException | IllegalArgumentException e) {
      return failed(e);
    }
  }

  /** What a rank contributes that has failed inside a collective. */
  Own failed(RuntimeException failure) {
    return new Own(null, ParcelWriter.ofFailure(failure.getMessage()), failure);
  }

  /** Keeps a parcel, which is not read any more, for the next object. */
  void release(ParcelWriter parcel) {
    if (parcel.clear()) {
      idle.set(parcel);
    }
  }

  /** The object of a parcel. */
  Object decode(ParcelReader parcel, Supplier<String> call) {
    String failure = parcel.failure();
    if (failure != null) {
      // It names the rank and the call.
      throw new CodecException(failure);
    }
    Codec codec = member.codec();
    try {
      return parcel.decode(codec);
    } catch (Throwable e) {
      throw new CodecException(
          "rank %d, %s: the %s codec can't read the object: %s"
              .formatted(member.engine().rank(), call.get(), codec.name(), reason(e)),
          e);
    }
  }

  private static String typeOf(Object value) {
    return value == null ? "null" : "an object of " + value.getClass().getTypeName();
  }

  private static String reason(Throwable thrown) {
    return switch (thrown) {
      case ClassNotFoundException missing -> "this rank lacks the class " + missing.getMessage();
      case StackOverflowError _ ->
          "it is nested too deep for the stack; a larger stack (--jvm-arg -Xss8m) or a flat"
              + " collection helps";
      case IOException known when known.getMessage() != null -> known.getMessage();
      default -> thrown.toString();
    };
  }
}
