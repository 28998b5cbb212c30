package io.starling.gpu.ptx;

import java.util.List;
import java.util.stream.Stream;

/**
 * A load or a store of one element or of a vector of them, which is one access.
 *
 * @param writes whether it is a store
 * @param type of an element in memory
 * @param masks of the registers of a load, which may be wider than the type
 * @param elements rows of the elements
 * @param address row of the address
 * @param offset added to the address
 */
record PtxAccess(
    boolean writes, PtxType type, long[] masks, int[] elements, int address, long offset)
    implements PtxStep {

  @Override
  public void run(PtxBlock block) {
    long[] addresses = block.row(address);
    int size = type.bytes();
    for (int number = 0; number < block.activeCount(); number++) {
      int thread = block.active()[number];
      long at = addresses[thread] + offset;
      PtxMemory.Range range =
          block.memory().access(at, size * elements.length, block.number(thread), writes);
      for (int element = 0; element < elements.length; element++) {
        long[] row = block.row(elements[element]);
        long place = at + (long) element * size;
        if (writes) {
          range.set(place, size, row[thread]);
        } else {
          row[thread] = type.extend(range.get(place, size)) & masks[element];
        }
      }
    }
  }

  @Override
  public List<Integer> read() {
    return writes
        ? Stream.concat(Stream.of(address), PtxRows.list(elements).stream()).toList()
        : List.of(address);
  }

  @Override
  public List<Integer> written() {
    return writes ? List.of() : PtxRows.list(elements);
  }
}
