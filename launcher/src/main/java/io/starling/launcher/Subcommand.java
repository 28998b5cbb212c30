package io.starling.launcher;

import java.util.concurrent.Callable;

/**
 * A subcommand of {@code starling} that another module brings. Implementations are classes with
 * picocli's {@code @Command(name = …)}, a public constructor without parameters and a line in {@code
 * META-INF/services/io.starling.launcher.Subcommand}; what they return is the exit status.
 */
public interface Subcommand extends Callable<Integer> {}
