package io.starling.bench.laboratory.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClusterFileTest {

  private static void refused(String piece, String instead, String message) {
    assertThatThrownBy(() -> SmallCluster.changed(piece, instead))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("small.json:" + message);
  }

  @Test
  void what_is_no_json() {
    refused(
        "\"nodes\": 4,", "\"nodes\": 4", "5:3: this is not JSON: expected ',' or '}', found '\"'");
  }

  @Test
  void what_is_no_machine() {
    assertThatThrownBy(() -> ClusterFile.read("list.json", " []"))
        .hasMessage(
            "list.json:1:2: a machine is an object: {…}, with name, description, nodes, node,"
                + " links, protocols, processor; perhaps tiers, gpu");
  }

  @Test
  void an_unknown_key() {
    refused(
        "\"latency\": \"500ns\", \"bandwidth\": \"10GB/s\", \"gap\": \"100ns\"},\n      \"in\"",
        "\"latency\": \"500ns\", \"speed\": \"10GB/s\", \"gap\": \"100ns\"},\n      \"in\"",
        "19:35: unknown key 'speed'; a link has latency, bandwidth, gap");
  }

  @Test
  void a_level_that_nothing_has() {
    refused(
        "\"package\": {",
        "\"socket\": {",
        "12:5: unknown key 'socket'; links has perhaps core, l3, numa, package, node");
  }

  @Test
  void a_missing_key() {
    refused(
        "{\"latency\": \"0ns\", \"bandwidth\": \"40GB/s\", \"gap\": \"0ns\"}",
        "{\"latency\": \"0ns\", \"bandwidth\": \"40GB/s\"}",
        "13:17: 'gap' is missing; a link has latency, bandwidth, gap");
  }

  @Test
  void a_group_of_figures_without_a_source() {
    refused(
        ", \"source\": \"a test\"\n  }\n}",
        "\n  }\n}",
        "37:16: 'source' is missing; a processor has post, handle, copy, fold, source");
  }

  @Test
  void an_empty_source() {
    refused(
        "\"read\", \"source\": \"a test\"",
        "\"read\", \"source\": \" \"",
        "35:59: 'source' is a text in double quotes, such as \"…\"");
  }

  private static final String LINK =
      "{\"latency\": \"1us\", \"bandwidth\": \"10GB/s\", \"gap\": \"0ns\"}";

  @Test
  void a_gpu_without_all_its_links() {
    refused(
        "\"nodes\": 4,",
        "\"nodes\": 4, \"gpu\": {\"in\": %s, \"out\": %s},".formatted(LINK, LINK),
        "4:22: 'memory' is missing; a GPU has in, out, memory, post, handle, source;"
            + " perhaps peers");
  }

  @Test
  void a_gpu_with_figures_that_are_none() {
    refused(
        "\"nodes\": 4,",
        ("\"nodes\": 4, \"gpu\": {\"in\": %s, \"out\": %s, \"memory\": %s,"
                + "\"post\": \"soon\", \"handle\": \"0ns\", \"source\": \"a test\"},")
            .formatted(LINK, LINK, LINK),
        "4:224: post: 'soon' is not a time; write a number and ps, ns, us, ms or s, such as 1.3us");
  }

  private static void refusedPeers(String node, String peers, String message) {
    refused(
        node,
        ("%s \"gpu\": {\"in\": %s, \"out\": %s, \"memory\": %s,"
                + "\"post\": \"1us\", \"handle\": \"0ns\", \"peers\": %s, \"source\": \"a test\"},")
            .formatted(node, LINK, LINK, LINK, peers),
        message);
  }

  @Test
  void gpus_whose_reach_is_none() {
    refusedPeers(
        "\"nodes\": 4,",
        "\"rack\"",
        "4:257: peers: a reach must be one of none, package, node, not 'rack'");
    refusedPeers(
        "\"nodes\": 4,", "true", "4:257: 'peers' is a text in double quotes, such as \"package\"");
  }

  @Test
  void a_number_instead_of_a_text() {
    refused(
        "\"post\": \"0ns\"",
        "\"post\": 0",
        "38:13: 'post' is a text in double quotes, such as \"100ns\"");
  }

  @Test
  void a_text_instead_of_a_number() {
    refused(
        "\"nodes\": 4",
        "\"nodes\": \"4\"",
        "4:12: 'nodes' is a whole number from 1 to 131072, without quotes");
  }

  @Test
  void a_number_out_of_range() {
    refused(
        "\"nodes\": 4",
        "\"nodes\": 0",
        "4:12: 'nodes' is a whole number from 1 to 131072, without quotes");
  }

  @Test
  void an_object_instead_of_a_list() {
    refused(
        SmallCluster.TEXT.substring(
            SmallCluster.TEXT.indexOf("[\n"), SmallCluster.TEXT.indexOf("]") + 1),
        "{}",
        "24:12: 'tiers' is a list of at most 3 objects: [{…}]");
  }

  @Test
  void a_text_instead_of_an_object() {
    refused(
        "{\"latency\": \"0ns\", \"bandwidth\": \"40GB/s\", \"gap\": \"0ns\"}",
        "\"fast\"",
        "13:17: a link is an object: {…}, with latency, bandwidth, gap");
  }

  @Test
  void an_unknown_unit() {
    refused(
        "\"fold\": \"5GB/s\"",
        "\"fold\": \"5GFlop/s\"",
        "38:63: fold: '5GFlop/s' is not a bandwidth; write a number and MB/s, GB/s or TB/s, such as"
            + " 10GB/s, or Gb/s for bits");
  }

  @Test
  void a_negative_time() {
    refused(
        "\"latency\": \"50ns\", \"bandwidth\": \"20GB/s\", \"gap\": \"0ns\"},\n      \"in\"",
        "\"latency\": \"-50ns\", \"bandwidth\": \"20GB/s\", \"gap\": \"0ns\"},\n      \"in\"",
        "14:26: latency: a time must be 0s to 1s, not '-50ns'");
  }

  @Test
  void a_bandwidth_of_nothing() {
    refused(
        "\"40GB/s\"",
        "\"0GB/s\"",
        "13:49: bandwidth: a bandwidth must be 1MB/s to 100TB/s, not '0GB/s'");
  }

  @Test
  void a_size_that_is_none() {
    refused(
        "\"4K\"",
        "\"4KiB\"",
        "35:26: eager: '4KiB' is not a size; write a whole number of bytes, or one with K, M, G or"
            + " T, such as 64K");
  }

  @Test
  void a_processor_can_not_copy_between_nodes() {
    refused(
        "\"read\"",
        "\"copy\"",
        "35:41: mover: 'copy' moves nothing here; it is one of read, write");
  }

  @Test
  void a_node_that_can_not_be() {
    assertThatThrownBy(() -> SmallCluster.changed("package:2 core:2", "socket:2 cpu:2"))
        .hasMessageStartingWith(
            "small.json:5:11: node: there is no machine 'socket:2 cpu:2 pu:1': 'cpu:2' is not"
                + " allowed");
  }

  @Test
  void links_of_a_level_that_the_node_has_not() {
    refused(
        "\"package\": {",
        "\"l3\": {",
        "12:11: the node has no l3; it has core, numa, package, node");
  }

  @Test
  void levels_that_are_not_inside_each_other() {
    String both = "\"numa\": {\"source\": \"\", \"within\": {}},\n    \"package\": {";
    assertThat(SmallCluster.TEXT).contains("\"package\": {");
    refused(
        "\"package\": {",
        both.replace("\"\"", "\"a test\"")
            .replace("{}", "{\"latency\": \"0s\", \"bandwidth\": \"1GB/s\", \"gap\": \"0s\"}"),
        "13:16: a numa of the node is in more than one package, so that links cannot be"
            + " distinguished");
  }

  @Test
  void a_level_without_links() {
    refused(
        SmallCluster.TEXT.substring(
            SmallCluster.TEXT.indexOf("\"out\""), SmallCluster.TEXT.indexOf("\"source\"")),
        "",
        "7:13: no link; it has one of out, in, within, or is left out");
  }

  @Test
  void a_core_has_nothing_within_it() {
    refused(
        "\"in\": {\"latency\": \"10ns\"",
        "\"within\": {\"latency\": \"10ns\"",
        "9:7: unknown key 'within'; a core has source; perhaps out, in");
  }

  @Test
  void a_tier_that_cuts_the_one_before() {
    refused(
        "\"source\": \"a test\"\n    }\n  ],",
        """
        "source": "a test"
            },
            {
              "name": "pod",
              "nodes": 3,
              "in": {"latency": "1us", "bandwidth": "1GB/s", "gap": "0s"},
              "source": "a test"
            }
          ],\
        """,
        "34:16: list tiers from the inside out; each holds several of the one before: '3' is not a"
            + " multiple of 2");
  }

  @Test
  void more_tiers_than_a_path_can_pass() {
    String tiers =
        SmallCluster.TEXT.substring(
            SmallCluster.TEXT.indexOf("[\n"), SmallCluster.TEXT.indexOf("]") + 1);
    refused(tiers, "[{}, {}, {}, {}]", "24:12: 'tiers' is a list of at most 3 objects: [{…}]");
  }

  @Test
  void a_tier_of_more_nodes_than_there_are() {
    refused(
        "\"nodes\": 2",
        "\"nodes\": 8",
        "27:16: 'nodes' is a whole number from 2 to 4, without quotes");
  }
}
