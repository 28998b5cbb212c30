/**
 * Tasks that other ranks run. {@link io.starling.executor.RankExecutor} is an {@link
 * java.util.concurrent.ExecutorService}: one rank submits tasks, the others run them until it
 * closes the pool. Tasks and results travel as objects ({@link
 * io.starling.collectives.ObjectMessages}).
 *
 * <pre>
 * RankExecutor ──> Dispatcher ──> Lane ──> Flight ──> TaskFuture  at the root
 *      │   └─────> CallerProgress or ThreadProgress ──> Answers
 *      └─────────> Worker                                         at the others
 *
 * executor ──> collectives, runtime
 * </pre>
 */
package io.starling.executor;
