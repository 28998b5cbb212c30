package io.starling.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LogsTest {

  @Test
  void the_preparation_comes_before_the_first_logger_and_once() {
    AtomicInteger preparations = new AtomicInteger();
    Logs.prepareWith(preparations::incrementAndGet);
    assertThat(preparations).hasValue(0);
    assertThat(Logs.named("io.starling.one").getName()).isEqualTo("io.starling.one");
    assertThat(preparations).hasValue(1);
    Logs.named("io.starling.two");
    assertThat(preparations).hasValue(1);
  }
}
