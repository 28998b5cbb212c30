/**
 * How ranks find each other: a tree of stores, the launcher's at its root, one in the agent of
 * every other host.
 *
 * <pre>
 *                launcher: StoreServer  (decides)
 *                 |        |         \
 *               rank   AgentStore   AgentStore     (pass on)
 *                       /     \          |
 *                    rank     rank   AgentStore
 * </pre>
 *
 * <p>Greeting: nothing else is believed before it, and a stranger gets no more than 256 bytes.
 *
 * <pre>
 *   store                                            client
 *     | -- CHALLENGE  32 random bytes ---------------> |
 *     | <- HELLO      32 random bytes, HMAC("client", both, role, number) |
 *     | -- WELCOME    grants, HMAC("store", the same, grants) ----------> |
 * </pre>
 *
 * <p>Messages have a type, a number, a name and a value. Those that go up, with what number, name
 * and value say:
 *
 * <pre>
 *   HELLO                    rank or host | role | random bytes and proof
 *   PUT                      -  | key | value
 *   GET                      request, among a rank and its store | key | -
 *   FENCE, EXCHANGE, AGREE   -  | name | entries by rank: nothing, bytes, flags
 *   MISSING                  -  | exchange: who has not come? | -
 *   REVOKE                   -  | communicator | -
 *   LEFT                     rank | - | -
 *   REPORTING, REPORTED      round | how many ranks were asked, or which has answered | -
 *   AGENT_JOINED, AGENT_LOST host | -, or the reason | -
 *   SERVES                   host | - | its ranks, a bit each
 *   TELL                     host | - | the agent's message
 * </pre>
 *
 * Those that go down:
 *
 * <pre>
 *   CHALLENGE                -  | - | random bytes
 *   WELCOME                  1 if the job survives failures | - | proof
 *   REFUSED                  -  | reason | -
 *   VALUE                    request | key | value
 *   FORGET                   -  | key whose value was replaced | -
 *   FENCE_PASSED             -  | name | -
 *   TABLE, EXCHANGED         -  | name | entries by rank; or all were sent
 *   FENCE_BROKEN, EXCHANGE_BROKEN  rank | name | how it comes that it is absent
 *   AGREED                   flags | name | absent ranks, a bit each
 *   MISSING                  -  | exchange | ranks that have not come, a bit each
 *   REVOKED                  -  | communicator | -
 *   FAILED                   rank | reason | -
 *   REPORT                   round | - | -
 *   TELL                     host | - | the launcher's message
 * </pre>
 *
 * BEAT goes both ways between stores.
 */
package io.starling.runtime.bootstrap;
