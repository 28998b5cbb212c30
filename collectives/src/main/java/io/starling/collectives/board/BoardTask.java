package io.starling.collectives.board;

import io.starling.collectives.exchange.Blocks;

/** What a rank does in the one exchange of a collective. */
public enum BoardTask {
  BARRIER("barrier", Reader.ALL) {
    @Override
    void read(BoardOperation run) {}
  },
  BROADCAST("broadcast", Reader.OTHERS) {
    @Override
    void read(BoardOperation run) {
      if (!run.isRoot()) {
        run.copy(run.data(), run.problem().root(), 0, 0, run.problem().bytes());
      }
    }
  },
  SCATTER("scatter", Reader.OTHERS) {
    @Override
    void read(BoardOperation run) {
      copyBlock(run, run.problem().root(), 0);
    }
  },
  REDUCE("reduce", Reader.ROOT) {
    @Override
    void read(BoardOperation run) {
      if (run.isRoot()) {
        run.fold(0, run.problem().bytes());
      }
    }
  },
  GATHER("gather", Reader.ROOT) {
    @Override
    void read(BoardOperation run) {
      if (run.isRoot()) {
        copyAll(run);
      }
    }
  },
  ALLREDUCE("allreduce", Reader.ALL) {
    @Override
    void read(BoardOperation run) {
      run.fold(0, run.problem().bytes());
    }
  },
  REDUCE_SCATTER("reduce-scatter", Reader.ALL) {
    @Override
    void read(BoardOperation run) {
      Blocks blocks = run.problem().data();
      run.fold(blocks.offset(run.rank()), blocks.length(run.rank()));
    }
  },
  ALLGATHER("allgather", Reader.ALL) {
    @Override
    void read(BoardOperation run) {
      copyAll(run);
    }
  },
  ALLTOALL("alltoall", Reader.ALL) {
    @Override
    void read(BoardOperation run) {
      for (int member = 0; member < run.size(); member++) {
        copyBlock(run, member, member);
      }
    }
  };

  /** The ranks that read. */
  enum Reader {
    ALL,
    ROOT,
    /** All but the root, and only its post. */
    OTHERS
  }

  private final String label;
  private final Reader reader;

  BoardTask(String label, Reader reader) {
    this.label = label;
    this.reader = reader;
  }

  /** The name of the collective, for messages. */
  String label() {
    return label;
  }

  Reader reader() {
    return reader;
  }

  /** Whether only the root posts. */
  boolean isFromRoot() {
    return reader == Reader.OTHERS;
  }

  /** All awaited posts are there: copies or folds what this rank needs. */
  abstract void read(BoardOperation run);

  /** Copies the block of this rank from a member's post to a block of the result. */
  private static void copyBlock(BoardOperation run, int member, int block) {
    Blocks from = run.problem().data();
    long to = run.problem().result().offset(block);
    run.copy(run.result(), member, from.offset(run.rank()), to, from.length(run.rank()));
  }

  /** Copies the posts of all members to their blocks of the result. */
  private static void copyAll(BoardOperation run) {
    Blocks blocks = run.problem().result();
    for (int member = 0; member < run.size(); member++) {
      run.copy(run.result(), member, 0, blocks.offset(member), blocks.length(member));
    }
  }
}
