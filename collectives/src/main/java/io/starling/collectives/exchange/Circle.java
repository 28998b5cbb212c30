package io.starling.collectives.exchange;

import java.util.function.Consumer;

/**
 * The blocks of all ranks on a circle: the first follows the last. Consecutive blocks of the same
 * length travel together, in one message or, across the end, in two; other blocks travel one by
 * one. Both sides thus write the same messages, whatever the places of their blocks.
 */
public record Circle(Program program, Span base, Blocks blocks) {
  /** The blocks of the caller's result. */
  public static Circle ofResult(Program program) {
    Blocks blocks = program.problem().result();
    return new Circle(program, new Span(Area.RESULT, 0, blocks.end()), blocks);
  }

  /** The blocks of the caller's contribution. */
  public static Circle ofData(Program program) {
    Blocks blocks = program.problem().data();
    return new Circle(program, new Span(Area.DATA, 0, blocks.end()), blocks);
  }

  /** One of them. */
  public Span block(int index) {
    return base.block(blocks, Math.floorMod(index, blocks.count()));
  }

  /** Sends {@code count} blocks from block {@code first} on. */
  public void send(int to, int first, int count) {
    forEachRun(first, count, span -> program.send(to, span));
  }

  /** Receives {@code count} blocks from block {@code first} on. */
  public void receive(int from, int first, int count) {
    forEachRun(first, count, span -> program.receive(from, span));
  }

  private void forEachRun(int first, int count, Consumer<Span> action) {
    int from = Math.floorMod(first, blocks.count());
    if (!blocks.areEqual()) {
      for (int i = 0; i < count; i++) {
        action.accept(block(from + i));
      }
      return;
    }
    int beforeEnd = Math.min(count, blocks.count() - from);
    action.accept(base.blocks(blocks, from, from + beforeEnd));
    action.accept(base.blocks(blocks, 0, count - beforeEnd));
  }
}
