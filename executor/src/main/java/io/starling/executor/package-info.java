/**
 * Tasks that other ranks run. {@link io.starling.executor.RankExecutor} is an {@link
 * java.util.concurrent.ExecutorService}: one rank submits tasks, the others run them until it
 * closes the pool. Tasks and results travel as objects ({@link
 * io.starling.collectives.ObjectMessages}).
 */
package io.starling.executor;
