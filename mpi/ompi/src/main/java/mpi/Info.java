package mpi;

import io.starling.collectives.Hints;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Keys and values, both texts (MPI 4.1, chapter 10). */
@SuppressWarnings("AvoidCommonTypeNames") // The name is of the API.
public final class Info implements Freeable, Cloneable {

  private Hints hints;

  /**
   * An object without keys (MPI_Info_create).
   *
   * @throws MPIException before Init or after Finalize
   */
  public Info() throws MPIException {
    Calls.check();
    hints = Hints.EMPTY;
  }

  /** With these keys; with null, it is a null handle. */
  Info(Hints hints) {
    this.hints = hints;
  }

  /** As an argument: a null handle means none. */
  Hints hints() {
    return hints == null ? Hints.EMPTY : hints;
  }

  /** Gives the environment of the job its keys. */
  void fill(Hints entries) {
    hints = entries;
  }

  private Hints present() {
    if (hints == null) {
      throw new Failure(ErrorClass.INFO, "the info is INFO_NULL or was freed");
    }
    return hints;
  }

  private static void check(String text, int limit, ErrorClass errorClass) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes >= limit) {
      throw new Failure(
          errorClass, "'%s' has %d bytes; it has 1 to %d".formatted(text, bytes, limit - 1));
    }
  }

  private static void checkKey(String key) {
    check(Objects.requireNonNull(key, "key"), MPI.MAX_INFO_KEY, ErrorClass.INFO_KEY);
  }

  /**
   * Sets the value of a key (MPI_Info_set).
   *
   * @param key 1 to 35 bytes
   * @param value 1 to 255 bytes
   * @throws MPIException if one of them is empty or too long
   */
  public void set(String key, String value) throws MPIException {
    Objects.requireNonNull(value, "value");
    Calls.run(
        () -> {
          Hints old = present();
          checkKey(key);
          check(value, MPI.MAX_INFO_VAL, ErrorClass.INFO_VALUE);
          hints = old.with(key, value);
        });
  }

  /**
   * The value of a key (MPI_Info_get).
   *
   * @param key 1 to 35 bytes
   * @return its value, or null if there is none
   * @throws MPIException if the key is empty or too long
   */
  public String get(String key) throws MPIException {
    return Calls.call(
        () -> {
          Hints entries = present();
          checkKey(key);
          return entries.get(key).orElse(null);
        });
  }

  /**
   * Deletes a key (MPI_Info_delete).
   *
   * @param key 1 to 35 bytes
   * @throws MPIException if it is missing
   */
  public void delete(String key) throws MPIException {
    Calls.run(
        () -> {
          Hints old = present();
          checkKey(key);
          if (old.get(key).isEmpty()) {
            throw new Failure(ErrorClass.INFO_NOKEY, "there is no key '%s'".formatted(key));
          }
          hints = old.without(key);
        });
  }

  /**
   * The number of keys (MPI_Info_get_nkeys).
   *
   * @return 0 or more
   * @throws MPIException if this is a null handle
   */
  public int size() throws MPIException {
    return Calls.call(() -> present().entries().size());
  }

  /**
   * A key (MPI_Info_get_nthkey).
   *
   * @param i its number, from 0 on, in the order in which the keys were set
   * @return the key
   * @throws MPIException if there is no such key
   */
  public String getKey(int i) throws MPIException {
    return Calls.call(
        () -> {
          int size = present().entries().size();
          if (i < 0 || i >= size) {
            throw new Failure(
                i < 0 ? ErrorClass.ARG : ErrorClass.INFO_KEY,
                "there is no key %d; the info has %d keys".formatted(i, size));
          }
          return present().entries().keySet().stream().skip(i).findFirst().orElseThrow();
        });
  }

  /**
   * A copy (MPI_Info_dup).
   *
   * @return a new info with the same keys
   */
  @Override
  public Info clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /**
   * A copy (MPI_Info_dup).
   *
   * @return a new info with the same keys
   * @throws MPIException if this is a null handle
   */
  public Info dup() throws MPIException {
    return Calls.call(() -> new Info(present()));
  }

  @Override
  public void free() throws MPIException {
    Calls.run(
        () -> {
          present();
          if (this == MPI.INFO_ENV) {
            throw new Failure(ErrorClass.INFO, "INFO_ENV can't be freed");
          }
          hints = null;
        });
  }

  /**
   * Whether this is a null handle.
   *
   * @return true for INFO_NULL, and after free
   */
  public boolean isNull() {
    return hints == null;
  }
}
