package io.starling.runtime.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.api.AddressBook;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NearbyPeersTest {

  private final Map<Integer, byte[]> published = new HashMap<>();
  private final AddressBook addresses =
      new AddressBook() {
        @Override
        public void publish(int rank, byte[] address) {
          published.put(rank, address);
        }

        @Override
        public byte[] lookUp(int peer) {
          return published.get(peer);
        }
      };

  @Test
  void an_address_carries_its_host_and_the_workers_bytes() {
    var address =
        UcxAddress.decode(0, 1, new UcxAddress("boot ipc:[é]", new byte[] {1, 2, 3}).encode());
    assertThat(address.host()).isEqualTo("boot ipc:[é]");
    assertThat(address.worker()).containsExactly(1, 2, 3);
  }

  @Test
  void peers_on_the_same_host_are_neighbours() {
    addresses.publish(0, new UcxAddress("a", new byte[] {1}).encode());
    addresses.publish(1, new UcxAddress("b", new byte[] {2}).encode());
    addresses.publish(2, new UcxAddress("a", new byte[] {3}).encode());
    var known = new UcxAddresses(0, 3, addresses);
    var neighbours = new NearbyPeers(known, "a", 3, false);
    assertThat(neighbours.contains(0)).isTrue();
    assertThat(neighbours.contains(1)).isFalse();
    assertThat(neighbours.contains(2)).isTrue();
    assertThat(new NearbyPeers(known, "a", 3, true).contains(1)).as("by RDMA").isTrue();
    published.clear();
    assertThat(neighbours.contains(1)).as("known from before").isFalse();
  }
}
