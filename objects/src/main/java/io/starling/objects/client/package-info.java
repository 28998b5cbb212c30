/**
 * The program's side of the door: connections, gets, puts and futures. Needs the messages of the
 * door and the interface for programs; programs reach it through that interface.
 */
package io.starling.objects.client;
