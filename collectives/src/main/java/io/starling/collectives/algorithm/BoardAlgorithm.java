package io.starling.collectives.algorithm;

import io.starling.collectives.board.BoardOperation;
import io.starling.collectives.board.BoardTask;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.runtime.progress.Board;
import java.util.Arrays;
import java.util.List;

/**
 * A collective in one exchange on a board. Where the ranks have no board, or the data is too long
 * for it, another algorithm runs.
 */
public record BoardAlgorithm(BoardTask task, Algorithm elsewhere) implements SharedMemoryAlgorithm {

  static final String NAME = "board";

  static List<Algorithm> all(List<Algorithm> others) {
    return Arrays.stream(BoardTask.values())
        .<Algorithm>map(task -> new BoardAlgorithm(task, elsewhere(task, others)))
        .toList();
  }

  /** The simplest of the others that takes all that a board takes. */
  private static Algorithm elsewhere(BoardTask task, List<Algorithm> others) {
    String name =
        switch (task) {
          case BROADCAST -> TreeKind.FLAT.label();
          case REDUCE -> TreeKind.IN_ORDER_BINARY.label();
          case REDUCE_SCATTER -> "pairwise";
          default -> "linear";
        };
    return others.stream()
        .filter(other -> other.kind() == kind(task) && other.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static CollectiveKind kind(BoardTask task) {
    return CollectiveKind.valueOf(task.name());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "posts of at most %d bytes in the shared memory of a host, read by all; elsewhere %s"
        .formatted(Board.MOST_BYTES, elsewhere.name());
  }

  @Override
  public String restrictions() {
    return takesUnequalBlocks() ? "" : "equal blocks";
  }

  /** All ranks must know whether the longest block fits. */
  @Override
  public boolean takesUnequalBlocks() {
    return switch (task) {
      case BARRIER, BROADCAST, REDUCE, ALLREDUCE -> true;
      default -> false;
    };
  }

  @Override
  public CollectiveOperation operation(Task its) {
    boolean onBoard =
        its.context().board() != null && its.problem().data().end() <= Board.MOST_BYTES;
    return onBoard
        ? new BoardOperation(its.context(), task, its.problem(), its.fold())
        : elsewhere.operation(its);
  }
}
