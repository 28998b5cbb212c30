/**
 * Ranks as processes, over UCX: shared memory inside a host, the fastest network between hosts.
 *
 * <pre>
 * UcxPort ── hot path ──> UcpLibrary ── java.lang.foreign ──> libucp.so.0
 *    └────── set-up ────> UcxSetup ──┬── JucxSetup ── org.openucx:jucx ──> the same libucp.so.0
 *                                    └── ForeignSetup (where the jar has no library for the machine)
 * </pre>
 */
package io.starling.runtime.transport.ucx;
