package io.starling.launcher.service;

import io.starling.runtime.bootstrap.api.JobFile;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the services of a job prove to each other that they know. Each host derives it from the
 * job's random secret, which all have, so that it crosses no network.
 */
public final class ServiceSecret {

  private static final String ALGORITHM = "HmacSHA256";
  private static final HexFormat HEX = HexFormat.of();

  private ServiceSecret() {}

  /** That of a service, 64 hexadecimal digits. Who knows it does not know the job's secret. */
  public static String of(JobFile job, String service) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(HEX.parseHex(job.secret()), ALGORITHM));
      byte[] name = ("service " + service).getBytes(StandardCharsets.UTF_8);
      return HEX.formatHex(mac.doFinal(name));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
