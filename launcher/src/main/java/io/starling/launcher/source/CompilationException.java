package io.starling.launcher.source;

/** A source file can't be compiled; the compiler has said why, the message names the file. */
public final class CompilationException extends Exception {

  private static final long serialVersionUID = 1L;

  CompilationException(String message) {
    super(message);
  }

  CompilationException(String message, Throwable cause) {
    super(message, cause);
  }
}
