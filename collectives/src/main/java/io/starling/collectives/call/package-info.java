/**
 * What happens in one call: its arguments are checked, its plan is found, and a call with its
 * operation is taken and run in one of MPI's three forms. {@link
 * io.starling.collectives.call.Member} is a rank's part in a communicator, which admits the thread;
 * {@link io.starling.collectives.call.CollectiveCall} and {@link
 * io.starling.collectives.call.PointToPointCalls} lead to all calls. The arrows: call to selection,
 * algorithm, intergroup, pointtopoint, parcel, exchange and operation.
 */
package io.starling.collectives.call;
