/**
 * A thin binding of hwloc 2 ({@code libhwloc.so.15}) through JNA, and nothing else: no policy, no
 * model. JNA's types do not leave this package.
 */
package io.starling.topology.hwloc;
