/**
 * How the ranks of a job find each other, as the rest of Starling sees it: who this process is,
 * what the ranks exchange at the start, and what they learn of failed ones. {@link
 * io.starling.runtime.bootstrap.api.Bootstrap} serves all of it, whoever has started the ranks.
 * Three interfaces are for providers of other modules: environment checks, training runs and the
 * services of hosts.
 *
 * <pre>
 * client ──> store ──> wire ──> api
 * pmi, pmix ────────────────────^
 * wire ──> net      pmix ──> log
 * </pre>
 */
package io.starling.runtime.bootstrap.api;
