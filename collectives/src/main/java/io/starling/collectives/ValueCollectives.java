package io.starling.collectives;

import static io.starling.collectives.ArrayBuffers.utf8;

import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.nio.charset.StandardCharsets;

/**
 * Blocking collectives on a single value of each rank, and the broadcast of a text. They return the
 * result. Values of type {@code byte}, {@code short} and {@code char} count as {@code int}.
 *
 * <pre>{@code
 * double total = world.allreduce(mine, ReductionOperator.SUM);
 * String configuration = world.broadcast(world.rank() == 0 ? read() : null, 0);
 * }</pre>
 *
 * <p>Where only the root gets a result, the other ranks get an empty array, 0 or false.
 *
 * <p>A wrong root, or an operator that is not defined on the type, is an {@link
 * IllegalArgumentException}. A {@code boolean} takes the logical and the bitwise operators, MAX,
 * MIN and user-defined ones. There is no scatter of values: a rank other than the root has none to
 * pass.
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ValueCollectives extends DataMovementCollectives, ReductionCollectives
    permits Communicator {

  /** Returns the root's value on all ranks (MPI_Bcast). */
  default int broadcast(int value, int root) {
    int[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks (MPI_Bcast). */
  default long broadcast(long value, int root) {
    long[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks (MPI_Bcast). */
  default float broadcast(float value, int root) {
    float[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks (MPI_Bcast). */
  default double broadcast(double value, int root) {
    double[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks (MPI_Bcast). */
  default boolean broadcast(boolean value, int root) {
    boolean[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's text on all ranks; the text of other ranks is ignored, and may be null. */
  default String broadcast(String text, int root) {
    boolean isRoot = rank() == root;
    if (isRoot && text == null) {
      broadcast((Buffer) null, root);
    }
    byte[] bytes = isRoot ? utf8(text) : null;
    int length = broadcast(isRoot ? bytes.length : 0, root);
    byte[] all = isRoot ? bytes : new byte[length];
    broadcast(Buffer.of(all), root);
    return isRoot ? text : new String(all, StandardCharsets.UTF_8);
  }

  /** Returns the value of each rank on the root, in their order (MPI_Gather). */
  default int[] gather(int value, int root) {
    int[] all = new int[rank() == root ? size() : 0];
    gather(Buffer.of(value), Buffer.of(all), root);
    return all;
  }

  /** Returns the value of each rank on the root, in their order (MPI_Gather). */
  default long[] gather(long value, int root) {
    long[] all = new long[rank() == root ? size() : 0];
    gather(Buffer.of(value), Buffer.of(all), root);
    return all;
  }

  /** Returns the value of each rank on the root, in their order (MPI_Gather). */
  default float[] gather(float value, int root) {
    float[] all = new float[rank() == root ? size() : 0];
    gather(Buffer.of(value), Buffer.of(all), root);
    return all;
  }

  /** Returns the value of each rank on the root, in their order (MPI_Gather). */
  default double[] gather(double value, int root) {
    double[] all = new double[rank() == root ? size() : 0];
    gather(Buffer.of(value), Buffer.of(all), root);
    return all;
  }

  /** Returns the value of each rank on the root, in their order (MPI_Gather). */
  default boolean[] gather(boolean value, int root) {
    boolean[] all = new boolean[rank() == root ? size() : 0];
    gather(Buffer.of(value), Buffer.of(all), root);
    return all;
  }

  /** Returns the value of each rank, in their order (MPI_Allgather). */
  default int[] allgather(int value) {
    int[] all = new int[size()];
    allgather(Buffer.of(value), Buffer.of(all));
    return all;
  }

  /** Returns the value of each rank, in their order (MPI_Allgather). */
  default long[] allgather(long value) {
    long[] all = new long[size()];
    allgather(Buffer.of(value), Buffer.of(all));
    return all;
  }

  /** Returns the value of each rank, in their order (MPI_Allgather). */
  default float[] allgather(float value) {
    float[] all = new float[size()];
    allgather(Buffer.of(value), Buffer.of(all));
    return all;
  }

  /** Returns the value of each rank, in their order (MPI_Allgather). */
  default double[] allgather(double value) {
    double[] all = new double[size()];
    allgather(Buffer.of(value), Buffer.of(all));
    return all;
  }

  /** Returns the value of each rank, in their order (MPI_Allgather). */
  default boolean[] allgather(boolean value) {
    boolean[] all = new boolean[size()];
    allgather(Buffer.of(value), Buffer.of(all));
    return all;
  }

  /** Returns the fold of the values of all ranks on the root (MPI_Reduce). */
  default int reduce(int value, ReductionOperator operator, int root) {
    int[] result = new int[1];
    reduce(Buffer.of(new int[] {value}), Buffer.of(result), operator, root);
    return result[0];
  }

  /** Returns the fold of the values of all ranks on the root (MPI_Reduce). */
  default long reduce(long value, ReductionOperator operator, int root) {
    long[] result = new long[1];
    reduce(Buffer.of(new long[] {value}), Buffer.of(result), operator, root);
    return result[0];
  }

  /** Returns the fold of the values of all ranks on the root (MPI_Reduce). */
  default float reduce(float value, ReductionOperator operator, int root) {
    float[] result = new float[1];
    reduce(Buffer.of(new float[] {value}), Buffer.of(result), operator, root);
    return result[0];
  }

  /** Returns the fold of the values of all ranks on the root (MPI_Reduce). */
  default double reduce(double value, ReductionOperator operator, int root) {
    double[] result = new double[1];
    reduce(Buffer.of(new double[] {value}), Buffer.of(result), operator, root);
    return result[0];
  }

  /** Returns the fold of the values of all ranks on the root (MPI_Reduce). */
  default boolean reduce(boolean value, ReductionOperator operator, int root) {
    boolean[] result = new boolean[1];
    reduce(Buffer.of(new boolean[] {value}), Buffer.of(result), operator, root);
    return result[0];
  }

  /** Returns the fold of the values of all ranks (MPI_Allreduce). */
  default int allreduce(int value, ReductionOperator operator) {
    int[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks (MPI_Allreduce). */
  default long allreduce(long value, ReductionOperator operator) {
    long[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks (MPI_Allreduce). */
  default float allreduce(float value, ReductionOperator operator) {
    float[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks (MPI_Allreduce). */
  default double allreduce(double value, ReductionOperator operator) {
    double[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Folds as above: {@code LOGICAL_OR} tells whether the value is true on any rank. */
  default boolean allreduce(boolean value, ReductionOperator operator) {
    boolean[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one (MPI_Scan). */
  default int scan(int value, ReductionOperator operator) {
    int[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one (MPI_Scan). */
  default long scan(long value, ReductionOperator operator) {
    long[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one (MPI_Scan). */
  default float scan(float value, ReductionOperator operator) {
    float[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one (MPI_Scan). */
  default double scan(double value, ReductionOperator operator) {
    double[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one (MPI_Scan). */
  default boolean scan(boolean value, ReductionOperator operator) {
    boolean[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks (MPI_Exscan); 0 on rank 0. */
  default int exclusiveScan(int value, ReductionOperator operator) {
    int[] result = new int[1];
    exclusiveScan(Buffer.of(new int[] {value}), Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks (MPI_Exscan); 0 on rank 0. */
  default long exclusiveScan(long value, ReductionOperator operator) {
    long[] result = new long[1];
    exclusiveScan(Buffer.of(new long[] {value}), Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks (MPI_Exscan); 0 on rank 0. */
  default float exclusiveScan(float value, ReductionOperator operator) {
    float[] result = new float[1];
    exclusiveScan(Buffer.of(new float[] {value}), Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks (MPI_Exscan); 0 on rank 0. */
  default double exclusiveScan(double value, ReductionOperator operator) {
    double[] result = new double[1];
    exclusiveScan(Buffer.of(new double[] {value}), Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks (MPI_Exscan); false on rank 0. */
  default boolean exclusiveScan(boolean value, ReductionOperator operator) {
    boolean[] result = new boolean[1];
    exclusiveScan(Buffer.of(new boolean[] {value}), Buffer.of(result), operator);
    return result[0];
  }
}
