/**
 * A thin binding of hwloc 2 ({@code libhwloc.so.15}) through JNA, without policy or model. JNA's
 * types are internal to this package.
 */
package io.starling.topology.hwloc;
