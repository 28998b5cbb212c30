/**
 * What stores and their clients say to each other. A {@link
 * io.starling.runtime.bootstrap.wire.Frame} is one message, and a {@link
 * io.starling.runtime.bootstrap.wire.FrameChannel} the socket that carries it. Both sides prove
 * with a {@link io.starling.runtime.bootstrap.wire.Handshake} that they know the job's secret.
 *
 * <pre>
 * store, client ──> wire ──> api, net
 * </pre>
 *
 * <p>The handshake comes first. Before it, a client may send at most 256 bytes, and nothing else is
 * accepted.
 *
 * <pre>
 *   store                                            client
 *     | -- CHALLENGE  32 random bytes ---------------> |
 *     | <- HELLO      32 random bytes, HMAC("client", both, role, number) |
 *     | -- WELCOME    grants, HMAC("store", the same, grants) ----------> |
 * </pre>
 *
 * <p>Messages have a type, a number, a name and a value. The messages that go up, with their
 * number, name and value:
 *
 * <pre>
 *   HELLO                    rank or host | role | random bytes and proof
 *   PUT                      -  | key | value
 *   GET                      request, among a rank and its store | key | -
 *   FENCE, EXCHANGE, AGREE   -  | name | entries by rank: nothing, bytes, flags
 *   MISSING                  -  | exchange: who has not come? | -
 *   ABORT                    rank | status for all | -
 *   REVOKE                   -  | communicator | -
 *   SPAWN                    rank | request | the ranks that the launcher is to start
 *   LEFT                     rank | - | -
 *   REPORTING, REPORTED      round | how many ranks were asked, or which has answered | -
 *   AGENT_JOINED, AGENT_LOST host | -, or the reason | -
 *   SERVES                   host | - | its ranks, a bit each
 *   TELL                     host | - | the agent's message
 * </pre>
 *
 * The messages that go down:
 *
 * <pre>
 *   CHALLENGE                -  | - | random bytes
 *   WELCOME                  1 if the job survives failures | - | proof
 *   REFUSED                  -  | reason | -
 *   VALUE                    request | key | value
 *   FORGET                   -  | key whose value was replaced | -
 *   FENCE_PASSED             -  | name | -
 *   TABLE, EXCHANGED         -  | name | entries by rank; or all were sent
 *   FENCE_BROKEN, EXCHANGE_BROKEN  rank | name | why it has departed
 *   AGREED                   flags | name | departed ranks, a bit each
 *   MISSING                  -  | exchange | ranks that have not come, a bit each
 *   REVOKED                  -  | communicator | -
 *   FAILED                   rank | reason | -
 *   REPORT                   round | - | -
 *   TELL                     host | - | the launcher's message
 * </pre>
 *
 * BEAT goes both ways between stores.
 */
package io.starling.runtime.bootstrap.wire;
