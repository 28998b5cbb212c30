package io.starling.topology.layout;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Publishes and reads the layout in the bootstrap store: the table of the nodes under one key, the
 * report of each node under another. Each rank reads two values, for any number of ranks.
 */
public final class LayoutExchange {

  static final String NODES = "layout/nodes";
  static final String NODE = "layout/node/";

  private LayoutExchange() {}

  /**
   * Publishes the layout of a job whose ranks all run on this host.
   *
   * @param host the name of a node of the cluster, by its index there
   * @param put puts a value under a key
   */
  public static void publish(
      LayoutBuilder survey, Function<Integer, String> host, BiConsumer<String, byte[]> put) {
    String identity = HostIdentity.ofThisProcess();
    publish(survey, _ -> identity, host, put);
  }

  /**
   * Publishes the layout of a job.
   *
   * @param identity the {@link HostIdentity} of a node of the cluster, by its index there
   * @param host the name of a node of the cluster, by its index there
   * @param put puts a value under a key
   */
  public static void publish(
      LayoutBuilder survey,
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
   * Reads the layout of a rank.
   *
   * @param get gets the value under a key
   */
  public static Layout read(int rank, Function<String, byte[]> get) {
    NodeTable table = NodeTable.decode(get.apply(NODES));
    return new Layout(table, NodeReportCodec.decode(get.apply(NODE + table.nodeOf(rank))));
  }
}
