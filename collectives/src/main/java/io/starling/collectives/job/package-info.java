/**
 * How a process or a thread becomes a rank of a job, and how it leaves: {@link
 * io.starling.collectives.job.Worlds} finds the bootstrap, opens the port and makes the
 * communicator of all ranks. What a launcher calls before ranks exist, {@link
 * io.starling.collectives.job.SelectionCheck} and {@link
 * io.starling.collectives.job.RankTrainingRun}, is here too. The arrows: job to communicator, call,
 * settings, selection and operation.
 */
package io.starling.collectives.job;
