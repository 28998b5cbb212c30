/**
 * A store: puts, gets and deletes of its clients, as machines around the directory, the copies and the
 * streams. One thread owns it; network, timers and membership come from outside, so the same store runs
 * over TCP and in virtual time.
 */
package io.starling.objects.store;
