/**
 * {@code starling bench objects}: times of stores of objects, on this host or between hosts, and of
 * other systems in the same job. Ranks use the stores as programs do; only embedded stores and the
 * stores that are killed are started here. Needs the stores and the launcher; nothing needs it.
 *
 * <pre>
 * bench ──> objects.measure ──> bench (its options), report
 * </pre>
 */
package io.starling.bench.objects.measure;
