/**
 * The commands of {@code starling} that the launcher brings, as a user types them. {@link
 * io.starling.launcher.command.RunCommand} reads options, each group of which is a mixin that other
 * modules' commands share, and makes a {@link io.starling.launcher.job.JobSpecification} of them.
 * What is wrong with a command line is said here, in words that name the option.
 *
 * <pre>
 * Main ──> command ──> job, placing, output ──> exit
 *          command ──> contact, doctor, hosts, rank, source
 * </pre>
 */
package io.starling.launcher.command;
