/**
 * The memory of messages, of the program and of Starling itself. A {@link
 * io.starling.runtime.memory.Memory} is a message as operations see it: packed bytes that lie in
 * native memory, in an array or on a {@link io.starling.runtime.memory.Device}. A {@link
 * io.starling.runtime.memory.MemoryBuffer} makes one of a program's buffer, and a {@link
 * io.starling.runtime.memory.BufferPool} lends scratch memory.
 *
 * <pre>
 * BufferViews, LocalReduction ──> MemoryBuffer ──> Memory ──> RunCopy, BooleanBytes
 *                                                    └──────> DeviceRegion ──> Device ──> MessageMemory <── BufferPool
 *
 * progress, transports ──> memory ──> datatype, reduction, io.starling.runtime
 * </pre>
 */
package io.starling.runtime.memory;
