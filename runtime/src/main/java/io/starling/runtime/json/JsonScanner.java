package io.starling.runtime.json;

import io.starling.runtime.json.Json.Position;

/** The characters and small pieces of a JSON text. */
final class JsonScanner {

  private static final char END = '\uffff';
  private static final int HEXADECIMAL = 16;
  private static final int CODE_DIGITS = 4;

  private final String text;
  private int next;
  private int line = 1;
  private int lineBegin;

  JsonScanner(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return next == text.length();
  }

  char peek() {
    return atEnd() ? END : text.charAt(next);
  }

  Position position() {
    return new Position(line, next - lineBegin + 1);
  }

  /** Lines end only in white space: no string spans lines. */
  void skipSpace() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') {
      next++;
      if (text.charAt(next - 1) == '\n') {
        line++;
        lineBegin = next;
      }
    }
  }

  boolean takeIf(char wanted) {
    if (peek() != wanted || atEnd()) {
      return false;
    }
    next++;
    return true;
  }

  boolean takeIf(String word) {
    if (!text.startsWith(word, next)) {
      return false;
    }
    next += word.length();
    return true;
  }

  void take(char wanted, String described) throws JsonException {
    if (!takeIf(wanted)) {
      throw unexpected(described);
    }
  }

  JsonException unexpected(String wanted) {
    String found =
        atEnd() ? "the end of the text" : "'" + Character.toString(text.codePointAt(next)) + "'";
    return new JsonException(position(), "expected " + wanted + ", found " + found);
  }

  String string() throws JsonException {
    take('"', "'\"'");
    StringBuilder value = new StringBuilder();
    while (!takeIf('"')) {
      char character = peek();
      if (atEnd() || character == '\n') {
        throw new JsonException(position(), "a string without an end on its line");
      }
      if (character < ' ') {
        throw new JsonException(
            position(), "the control character U+%04X in a string".formatted((int) character));
      }
      next++;
      value.append(character == '\\' ? escaped() : character);
    }
    return value.toString();
  }

  private char escaped() throws JsonException {
    char character = peek();
    int meaning = "\"\\/bfnrt".indexOf(character);
    if (character == 'u') {
      next++;
      return code();
    }
    if (atEnd() || meaning < 0) {
      throw unexpected("one of \" \\ / b f n r t u after the backslash");
    }
    next++;
    return "\"\\/\b\f\n\r\t".charAt(meaning);
  }

  private char code() throws JsonException {
    int code = 0;
    for (int i = 0; i < CODE_DIGITS; i++) {
      int digit = peek() < 128 ? Character.digit(peek(), HEXADECIMAL) : -1;
      if (digit < 0) {
        throw unexpected("four hexadecimal digits");
      }
      code = code * HEXADECIMAL + digit;
      next++;
    }
    return (char) code;
  }

  String number() throws JsonException {
    int begin = next;
    takeIf('-');
    if (!takeIf('0')) {
      digits();
    }
    if (takeIf('.')) {
      digits();
    }
    if (takeIf('e') || takeIf('E')) {
      if (!takeIf('+')) {
        takeIf('-');
      }
      digits();
    }
    return text.substring(begin, next);
  }

  private void digits() throws JsonException {
    if (!isDigit()) {
      throw unexpected("a digit");
    }
    while (isDigit()) {
      next++;
    }
  }

  private boolean isDigit() {
    return peek() >= '0' && peek() <= '9';
  }
}
