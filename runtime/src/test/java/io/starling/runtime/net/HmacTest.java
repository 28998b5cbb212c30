package io.starling.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HmacTest {

  private static final long SEED = 7;

  @Test
  void the_result_is_that_of_the_platform() throws GeneralSecurityException {
    Random random = new Random(SEED);
    Mac mac = Mac.getInstance("HmacSHA256");
    for (int length : new int[] {1, 32, 63, 64, 65, 200}) {
      byte[] secret = new byte[length];
      byte[] message = new byte[3 * length];
      random.nextBytes(secret);
      random.nextBytes(message);
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      assertThat(Hmac.of(secret, message)).isEqualTo(mac.doFinal(message));
    }
  }
}
