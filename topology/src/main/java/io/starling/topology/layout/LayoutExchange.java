package io.starling.topology.layout;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The layout's way through the bootstrap store: the table of the nodes under one key, the report of
 * each node under its own. Each rank reads two values, however many ranks there are.
 */
public final class LayoutExchange {

  static final String NODES = "layout/nodes";
  static final String NODE = "layout/node/";

  private LayoutExchange() {}

  /**
   * Publishes what all ranks of a job need, all of which run on this host.
   *
   * @param host the name of a node of the cluster, by its index there
   * @param put puts a value under a key
   */
  public static void publish(
      Survey survey, Function<Integer, String> host, BiConsumer<String, byte[]> put) {
    String identity = HostIdentity.ofThisProcess();
    publish(survey, _ -> identity, host, put);
  }

  /**
   * Publishes what all ranks of a job need.
   *
   * @param identity the {@link HostIdentity} of a node of the cluster, by its index there
   * @param host the name of a node of the cluster, by its index there
   * @param put puts a value under a key
   */
  public static void publish(
      Survey survey,
      Function<Integer, String> identity,
      Function<Integer, String> host,
      BiConsumer<String, byte[]> put) {
    put.accept(NODES, survey.table().encode());
    for (int node = 0; node < survey.table().nodes(); node++) {
      int index = survey.clusterIndex(node);
      NodeReport report = survey.report(node, identity.apply(index), host.apply(index));
      put.accept(NODE + node, NodeReportCodec.encode(report));
    }
  }

  /**
   * Reads what a rank needs.
   *
   * @param get gets the value under a key
   */
  public static Layout read(int rank, Function<String, byte[]> get) {
    NodeTable table = NodeTable.decode(get.apply(NODES));
    return new Layout(table, NodeReportCodec.decode(get.apply(NODE + table.nodeOf(rank))));
  }
}
