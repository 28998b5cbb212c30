/**
 * {@code starling objects}: serves a store, and shows what stores have. Needs the objects, the
 * launcher's view of hosts and terminals, and the reports; the launcher finds it as a subcommand.
 *
 * <pre>
 * objects ──> report
 * </pre>
 */
package io.starling.bench.objects;
