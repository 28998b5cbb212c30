package programs.ported;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/** Conway's game in strips: persistent requests fill the rows beside a strip. */
public final class GameOfLife {

  private static final int WIDTH = 20;
  private static final int ROWS = 6;
  private static final int TURNS = 15;

  private GameOfLife() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm communicator = MPI.COMM_WORLD;
    int rank = communicator.getRank();
    int size = communicator.getSize();
    int up = (rank + size - 1) % size;
    int down = (rank + 1) % size;
    byte[][] board = new byte[ROWS + 2][WIDTH];
    for (int i = 0; i < ROWS; i++) {
      board[i + 1] = row(rank * ROWS + i);
    }
    ByteBuffer[] lines = new ByteBuffer[4];
    for (int i = 0; i < 4; i++) {
      lines[i] = MPI.newByteBuffer(WIDTH);
    }
    Prequest[] requests = {
      communicator.sendInit(lines[0], WIDTH, MPI.BYTE, up, 1),
      communicator.sSendInit(lines[1], WIDTH, MPI.BYTE, down, 2),
      communicator.recvInit(lines[2], WIDTH, MPI.BYTE, up, 2),
      communicator.recvInit(lines[3], WIDTH, MPI.BYTE, down, 1)
    };
    for (int turn = 0; turn < TURNS; turn++) {
      lines[0].clear();
      lines[0].put(board[1]);
      lines[1].clear();
      lines[1].put(board[ROWS]);
      Prequest.startAll(requests);
      Request.waitAll(requests);
      lines[2].clear();
      lines[2].get(board[0]);
      lines[3].clear();
      lines[3].get(board[ROWS + 1]);
      board = next(board);
    }
    for (Prequest request : requests) {
      request.free();
    }
    byte[] strip = new byte[ROWS * WIDTH];
    for (int i = 0; i < ROWS; i++) {
      System.arraycopy(board[i + 1], 0, strip, i * WIDTH, WIDTH);
    }
    byte[] all = rank == 0 ? new byte[strip.length * size] : null;
    communicator.gather(strip, strip.length, MPI.BYTE, all, strip.length, MPI.BYTE, 0);
    if (rank == 0 && !java.util.Arrays.equals(serial(ROWS * size), all)) {
      System.err.println("the boards differ");
      communicator.abort(1);
    }
    MPI.Finalize();
  }

  private static byte[] row(int i) {
    byte[] row = new byte[WIDTH];
    for (int j = 0; j < WIDTH; j++) {
      row[j] = (byte) ((i * i + 3 * j + i * j) % 3 == 0 ? 1 : 0);
    }
    return row;
  }

  /** The row before and the row after are there. */
  private static byte[][] next(byte[][] board) {
    byte[][] next = new byte[board.length][WIDTH];
    for (int i = 1; i < board.length - 1; i++) {
      for (int j = 0; j < WIDTH; j++) {
        int alive = -board[i][j];
        for (int di = -1; di <= 1; di++) {
          for (int dj = -1; dj <= 1; dj++) {
            alive += board[i + di][(j + dj + WIDTH) % WIDTH];
          }
        }
        next[i][j] = (byte) (alive == 3 || (alive == 2 && board[i][j] == 1) ? 1 : 0);
      }
    }
    return next;
  }

  private static byte[] serial(int rows) {
    byte[][] board = new byte[rows + 2][];
    for (int i = 0; i < rows; i++) {
      board[i + 1] = row(i);
    }
    for (int turn = 0; turn < TURNS; turn++) {
      board[0] = board[rows];
      board[rows + 1] = board[1];
      board = next(board);
    }
    byte[] all = new byte[rows * WIDTH];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(board[i + 1], 0, all, i * WIDTH, WIDTH);
    }
    return all;
  }
}
