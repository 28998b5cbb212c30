package io.starling.gpu.ptx;

import java.util.List;

/** What an instruction does to the active threads of a block. */
sealed interface PtxStep permits PtxStep.Compute, PtxStep.Pack, PtxStep.Unpack, PtxAccess {

  void run(PtxBlock block);

  /** Rows that it reads. */
  List<Integer> read();

  /** Rows that it writes. */
  List<Integer> written();

  /** A function of rows; the last of the sources stands in for those that are not there. */
  record Compute(PtxOperation.Function function, int result, long mask, int[] sources)
      implements PtxStep {

    @Override
    public void run(PtxBlock block) {
      long[] into = block.row(result);
      long[] a = block.row(source(0));
      long[] b = block.row(source(1));
      long[] c = block.row(source(2));
      long[] d = block.row(source(3));
      int[] active = block.active();
      int count = block.activeCount();
      for (int number = 0; number < count; number++) {
        int thread = active[number];
        into[thread] = function.of(a[thread], b[thread], c[thread], d[thread]) & mask;
      }
    }

    private int source(int number) {
      return sources[Math.min(number, sources.length - 1)];
    }

    @Override
    public List<Integer> read() {
      return PtxRows.list(sources);
    }

    @Override
    public List<Integer> written() {
      return List.of(result);
    }
  }

  /** {@code mov.b32 result, {low, high}}: parts of equal width become one, the lowest first. */
  record Pack(int result, int[] parts, int bits) implements PtxStep {

    @Override
    public void run(PtxBlock block) {
      long[] into = block.row(result);
      for (int number = 0; number < block.activeCount(); number++) {
        int thread = block.active()[number];
        long whole = 0;
        for (int part = 0; part < parts.length; part++) {
          whole |= block.row(parts[part])[thread] << (part * bits);
        }
        into[thread] = whole;
      }
    }

    @Override
    public List<Integer> read() {
      return PtxRows.list(parts);
    }

    @Override
    public List<Integer> written() {
      return List.of(result);
    }
  }

  /** {@code mov.b32 {low, high}, source}: the other way round. */
  record Unpack(int[] parts, int source, int bits) implements PtxStep {

    @Override
    public void run(PtxBlock block) {
      long[] whole = block.row(source);
      long mask = -1L >>> (Long.SIZE - bits);
      for (int number = 0; number < block.activeCount(); number++) {
        int thread = block.active()[number];
        for (int part = 0; part < parts.length; part++) {
          block.row(parts[part])[thread] = (whole[thread] >>> (part * bits)) & mask;
        }
      }
    }

    @Override
    public List<Integer> read() {
      return List.of(source);
    }

    @Override
    public List<Integer> written() {
      return PtxRows.list(parts);
    }
  }
}
