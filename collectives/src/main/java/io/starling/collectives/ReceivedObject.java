package io.starling.collectives;

import io.starling.runtime.Status;

/**
 * An object that came as a message, and who sent it.
 *
 * @param value the object, or null if null was sent
 * @param status source and tag, and the length of the message with its arrays, in bytes
 * @param <T> the type that the receiver expects
 */
public record ReceivedObject<T>(T value, Status status) {}
