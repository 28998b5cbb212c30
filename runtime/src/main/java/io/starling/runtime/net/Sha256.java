package io.starling.runtime.net;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * SHA-256 (FIPS 180-4, section 6.2). The JDK's own is behind its security providers, and to load
 * these costs every rank some 35 ms of processor time at its start; this is for short messages.
 */
final class Sha256 {

  private static final int BLOCK = 64;
  private static final int ROUNDS = 64;
  private static final int WORDS = 8;

  /** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
  private static final int[] CONSTANTS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  /** The same of the square roots of the first 8 primes. */
  private static final int[] START = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };

  private Sha256() {}

  static byte[] of(byte[] message) {
    int[] state = START.clone();
    ByteBuffer padded = padded(message);
    while (padded.hasRemaining()) {
      add(state, schedule(padded));
    }
    ByteBuffer digest = ByteBuffer.allocate(WORDS * Integer.BYTES);
    for (int word : state) {
      digest.putInt(word);
    }
    return digest.array();
  }

  /** The message, a one bit, zeros, and the number of its bits at the end of a block. */
  private static ByteBuffer padded(byte[] message) {
    int blocks = (message.length + Long.BYTES) / BLOCK + 1;
    ByteBuffer padded = ByteBuffer.wrap(Arrays.copyOf(message, blocks * BLOCK));
    padded.put(message.length, (byte) 0x80);
    padded.putLong(padded.limit() - Long.BYTES, (long) message.length * Byte.SIZE);
    return padded;
  }

  private static int[] schedule(ByteBuffer block) {
    int[] w = new int[ROUNDS];
    for (int t = 0; t < BLOCK / Integer.BYTES; t++) {
      w[t] = block.getInt();
    }
    for (int t = BLOCK / Integer.BYTES; t < ROUNDS; t++) {
      int early = w[t - 15];
      int late = w[t - 2];
      int small = Integer.rotateRight(early, 7) ^ Integer.rotateRight(early, 18) ^ (early >>> 3);
      int large = Integer.rotateRight(late, 17) ^ Integer.rotateRight(late, 19) ^ (late >>> 10);
      w[t] = large + w[t - 7] + small + w[t - 16];
    }
    return w;
  }

  /** One block; the letters are those of the standard. */
  private static void add(int[] state, int[] w) {
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    for (int t = 0; t < ROUNDS; t++) {
      int upper =
          Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
      int first = h + upper + ((e & f) ^ (~e & g)) + CONSTANTS[t] + w[t];
      int lower =
          Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
      int second = lower + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + first;
      d = c;
      c = b;
      b = a;
      a = first + second;
    }
    int[] sum = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < WORDS; i++) {
      state[i] += sum[i];
    }
  }
}
