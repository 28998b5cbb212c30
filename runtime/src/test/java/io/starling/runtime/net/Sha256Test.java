package io.starling.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class Sha256Test {

  private static final long SEED = 11;
  private static final int LONGEST = 300;

  @Test
  void the_example_of_the_standard_has_its_digest() {
    byte[] message = "abc".getBytes(StandardCharsets.US_ASCII);
    assertThat(HexFormat.of().formatHex(Sha256.of(message)))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void messages_of_all_lengths_around_a_block_have_the_digest_of_the_platform()
      throws NoSuchAlgorithmException {
    Random random = new Random(SEED);
    for (int length = 0; length <= LONGEST; length++) {
      byte[] message = new byte[length];
      random.nextBytes(message);
      assertThat(Sha256.of(message))
          .as("%d bytes", length)
          .isEqualTo(MessageDigest.getInstance("SHA-256").digest(message));
    }
  }
}
