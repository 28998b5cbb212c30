/**
 * The {@code starling} command. {@link io.starling.launcher.Main} puts its subcommands together:
 * those of the launcher, and each {@link io.starling.launcher.Subcommand} that another module
 * brings. Only these two classes are here, because scripts and service files name them; everything
 * else is in rooms.
 *
 * <pre>
 * bench, through META-INF/services ──> Subcommand
 *                                          ^
 *                                        Main ──> command, output, exit
 * </pre>
 */
package io.starling.launcher;
