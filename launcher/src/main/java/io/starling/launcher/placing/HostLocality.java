package io.starling.launcher.placing;

import io.starling.topology.layout.NodeGroups;

/**
 * What is known of the links between the hosts of a job.
 *
 * @param order the order in which hosts get their ranks; empty for the given one
 * @param groups which hosts are near each other
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HostLocality(int[] order, NodeGroups groups) {

  public static final HostLocality UNKNOWN = new HostLocality(new int[0], NodeGroups.NONE);
}
