/**
 * A thin binding of hwloc 2 ({@code libhwloc.so.15}) through JNA, without policy or model. JNA's
 * types are internal to this package. Files in XML are checked before hwloc reads them, as it
 * crashes on some errors and explains none.
 *
 * <pre>
 * HwlocTopology ──> HwlocObject ──> HwlocLibrary ──> JNA
 *       └─────────> PlainXml ──> XmlFaults
 *
 * machine ──> hwloc
 * </pre>
 */
package io.starling.topology.hwloc;
