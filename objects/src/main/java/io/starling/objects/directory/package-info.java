/**
 * The directory: where the copies of each object are, which store may fetch from which, and what
 * was deleted. Each store keeps the entries of the objects whose primary it is; each entry is a
 * machine that turns a question into answers and orders. Needs the messages, and sends through an
 * {@link io.starling.objects.directory.Outbox}.
 */
package io.starling.objects.directory;
