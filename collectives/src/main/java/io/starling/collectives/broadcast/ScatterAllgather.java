package io.starling.collectives.broadcast;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * The root gives every rank a different part of the message, and the parts travel round a ring,
 * which ends before the root (van de Geijn, 1991). A part that is still on its way from the root
 * delays no other part.
 *
 * <pre>
 * root > r          part r
 * P - 1 rounds      receive a part from the left, send it to the right, but not to the root
 * </pre>
 */
public final class ScatterAllgather implements Pattern {

  @Override
  public void write(Program program) {
    int size = program.size();
    int root = program.problem().root();
    int place = Math.floorMod(program.rank() - root, size);
    int left = (program.rank() + size - 1) % size;
    int right = (program.rank() + 1) % size;
    Circle parts =
        new Circle(
            program,
            program.data(),
            Blocks.split(program.data().length(), program.problem().elementBytes(), size));
    if (place == 0) {
      for (int distance = 1; distance < size; distance++) {
        program.send((root + distance) % size, parts.block(distance));
      }
    } else {
      program.receive(root, parts.block(place));
    }
    for (int round = 0; round < size - 1; round++) {
      if (place != size - 1) {
        program.send(right, parts.block(place - round));
      }
      if (place != 0) {
        program.receive(left, parts.block(place - round - 1));
      }
    }
  }
}
