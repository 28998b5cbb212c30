/**
 * What local programs ask of a store: puts, gets, deletes and questions, each a machine that goes
 * on when an answer, bytes or memory come. Needs the messages, the copies and the streams; the
 * store calls it.
 */
package io.starling.objects.operation;
