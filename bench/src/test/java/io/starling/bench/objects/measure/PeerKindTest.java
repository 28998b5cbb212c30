package io.starling.bench.objects.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PeerKindTest {

  @Test
  void a_missing_peer_is_named_with_the_command_that_gets_it() {
    assertThat(PeerKind.REDIS.remedy())
        .isEqualTo(
            "left out: redis: there is no /usr/bin/redis-server; apt-get install redis-server");
    assertThat(PeerKind.HAZELCAST.remedy())
        .startsWith("left out: hazelcast: there is no ")
        .endsWith(
            "hazelcast-5.5.0.jar; mvn dependency:get -Dartifact=com.hazelcast:hazelcast:5.5.0"
                + " -Dtransitive=false");
  }
}
