/**
 * The copies of a store and their memory: what is there, up to which byte, who reads it and what
 * may go. Needs ids, types, stamps and lanes of the messages; knows no other store.
 */
package io.starling.objects.copy;
