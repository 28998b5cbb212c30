package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Bootstrap;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What ranks learn of each other when they join. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExchangedAddressesTest {

  @Test
  void an_address_comes_as_it_was_published() {
    ExchangedAddresses addresses = joined(false, new byte[] {7, 8, 0}, new byte[] {9, 0});
    addresses.exchange();
    assertThat(addresses.lookUp(0)).containsExactly(7, 8);
    assertThat(addresses.lookUp(1)).containsExactly(9);
  }

  /** They would run different algorithms, and wait for each other for ever. */
  @Test
  void ranks_of_which_only_some_are_traced_are_refused() {
    assertThatThrownBy(() -> joined(false, new byte[] {7, 0}, new byte[] {9, 1}).exchange())
        .isInstanceOf(StarlingException.class)
        .hasMessage(
            "this rank is not traced, but rank 1 is traced: set STARLING_TRACE for all ranks or for"
                + " none");
    assertThatThrownBy(() -> joined(true, new byte[] {7, 0}, new byte[] {9, 1}).exchange())
        .hasMessageStartingWith("this rank is traced, but rank 0 is not traced");
  }

  private static ExchangedAddresses joined(boolean traced, byte[]... all) {
    Bootstrap bootstrap =
        (Bootstrap)
            Proxy.newProxyInstance(
                Bootstrap.class.getClassLoader(),
                new Class<?>[] {Bootstrap.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "exchange" -> List.of(all);
                      case "numbers" -> ProcessNumbers.fixed(all.length, false);
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    return new ExchangedAddresses(bootstrap, traced, Duration.ofSeconds(1));
  }
}
