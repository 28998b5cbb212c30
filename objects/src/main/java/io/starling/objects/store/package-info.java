/**
 * A store: the parts below, wired. One thread owns it; network, timers and membership come from
 * outside, so the same store runs over TCP and in virtual time. Needs everything but the doors for
 * clients and networks.
 */
package io.starling.objects.store;
