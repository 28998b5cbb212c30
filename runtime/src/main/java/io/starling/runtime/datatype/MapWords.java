package io.starling.runtime.datatype;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A map as numbers, to be sent to another rank:
 *
 * <pre>
 * 0, offset, length                         a block
 * 1, count, stride, the body                a loop
 * 2, how many parts there are, each part    a sequence
 * </pre>
 */
public final class MapWords {

  private static final long BLOCK = 0;
  private static final long LOOP = 1;
  private static final long SEQUENCE = 2;

  private final long[] words;
  private int at;

  private MapWords(long... words) {
    this.words = words;
  }

  /** The numbers of a map. */
  public static long[] of(TypeMap map) {
    LongStream.Builder words = LongStream.builder();
    write(map, words);
    return words.build().toArray();
  }

  private static void write(TypeMap map, LongStream.Builder words) {
    switch (map) {
      case Block block -> words.add(BLOCK).add(block.offset()).add(block.length());
      case Loop loop -> {
        words.add(LOOP).add(loop.count()).add(loop.stride());
        write(loop.body(), words);
      }
      case Sequence sequence -> {
        words.add(SEQUENCE).add(sequence.parts());
        for (int i = 0; i < sequence.parts(); i++) {
          write(sequence.part(i), words);
        }
      }
    }
  }

  /**
   * The map of such numbers.
   *
   * @throws IllegalArgumentException if they describe no map
   */
  public static TypeMap read(long... words) {
    MapWords reader = new MapWords(words);
    try {
      TypeMap map = reader.next();
      if (reader.at == words.length) {
        return map;
      }
    } catch (ArrayIndexOutOfBoundsException | ArithmeticException e) {
      throw new IllegalArgumentException("no map: " + Arrays.toString(words), e);
    }
    throw new IllegalArgumentException("more than a map: " + Arrays.toString(words));
  }

  private TypeMap next() {
    long kind = words[at++];
    if (kind == BLOCK) {
      at += 2;
      return new Block(words[at - 2], words[at - 1]);
    }
    if (kind == LOOP) {
      at += 2;
      long count = words[at - 2];
      long stride = words[at - 1];
      return new Loop(count, stride, next());
    }
    long parts = words[at++];
    List<TypeMap> maps = new ArrayList<>();
    for (long i = 0; i < parts; i++) {
      maps.add(next());
    }
    return Sequence.of(maps);
  }
}
