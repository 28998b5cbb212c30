package io.starling.collectives.parcel;

import io.starling.collectives.Codec;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** Java serialisation; an array beside the stream is replaced by its number. */
public final class JavaCodec implements Codec {

  /** Made at the first object: it takes 25 ms, and most ranks read none. */
  private static final class Standard {
    static final ObjectInputFilter FILTER =
        withThatOfTheJvm(
            ObjectInputFilter.Config.createFilter(
                "maxdepth=1000;!java.rmi.**;!javax.management.**;!javax.naming.**;!javax.script.**;"
                    + "!sun.rmi.**;!com.sun.**"));
  }

  /** The one with the default filter. */
  public static final JavaCodec INSTANCE = new JavaCodec();

  /** In place of an array. */
  private record Placeholder(int number) implements Serializable {}

  private final Supplier<ObjectInputFilter> filter;
  private final boolean limitsArrays;

  private JavaCodec() {
    filter = () -> Standard.FILTER;
    limitsArrays = true;
  }

  /** With a filter of the program. */
  public JavaCodec(ObjectInputFilter filter) {
    if (filter == null) {
      throw new IllegalArgumentException("filter must not be null");
    }
    ObjectInputFilter both = withThatOfTheJvm(filter);
    this.filter = () -> both;
    limitsArrays = false;
  }

  private static ObjectInputFilter withThatOfTheJvm(ObjectInputFilter own) {
    return ObjectInputFilter.merge(own, ObjectInputFilter.Config.getSerialFilter());
  }

  @Override
  public String name() {
    return "java";
  }

  @Override
  public void encode(Object value, Sink sink) throws IOException {
    try (Writer writer = new Writer(sink)) {
      writer.writeObject(value);
    } catch (NotSerializableException e) {
      throw ObjectPath.explain(value, e);
    }
  }

  @Override
  public Object decode(Source source) throws IOException, ClassNotFoundException {
    Gate gate = new Gate(filter.get(), limitsArrays ? source.messageBytes() : Long.MAX_VALUE);
    try (Reader reader = new Reader(source, gate)) {
      return reader.readObject();
    } catch (InvalidClassException e) {
      throw gate.refused == null ? e : gate.explain(e);
    }
  }

  @Override
  public boolean accepts(Class<?> type, int length) {
    return new Gate(filter.get(), Long.MAX_VALUE).checkInput(new ArrayInfo(type, length))
        != ObjectInputFilter.Status.REJECTED;
  }

  private record ArrayInfo(Class<?> serialClass, long arrayLength)
      implements ObjectInputFilter.FilterInfo {

    @Override
    public long depth() {
      return 1;
    }

    @Override
    public long references() {
      return 1;
    }

    @Override
    public long streamBytes() {
      return 0;
    }
  }

  /** A filter that remembers what it has refused, which the exception does not say. */
  private static final class Gate implements ObjectInputFilter {

    private final ObjectInputFilter filter;
    private final long mostElements;
    private FilterInfo refused;

    Gate(ObjectInputFilter filter, long mostElements) {
      this.filter = filter;
      this.mostElements = mostElements;
    }

    @Override
    public Status checkInput(FilterInfo info) {
      Status status = info.arrayLength() > mostElements ? Status.REJECTED : filter.checkInput(info);
      // The JVM's own filter leaves placeholders undecided, or refuses all but a list.
      if (status == Status.REJECTED && info.serialClass() == Placeholder.class) {
        status = Status.ALLOWED;
      }
      if (status == Status.REJECTED) {
        refused = info;
      }
      return status;
    }

    InvalidClassException explain(InvalidClassException cause) {
      Class<?> type = refused.serialClass();
      String what =
          type == null
              ? "what comes at depth %d, after %d objects"
                  .formatted(refused.depth(), refused.references())
              : "class " + type.getTypeName();
      String length = refused.arrayLength() < 0 ? "" : ", length " + refused.arrayLength();
      String text = "the filter refuses %s%s, depth %d".formatted(what, length, refused.depth());
      InvalidClassException explained = new InvalidClassException(text);
      explained.initCause(cause);
      return explained;
    }
  }

  private static final class Writer extends ObjectOutputStream {

    private final Sink sink;

    Writer(Sink sink) throws IOException {
      super(sink);
      this.sink = sink;
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
      int number = object.getClass().isArray() ? sink.beside(object) : -1;
      return number < 0 ? object : new Placeholder(number);
    }
  }

  private static final class Reader extends ObjectInputStream {

    private final Source source;

    Reader(Source source, ObjectInputFilter filter) throws IOException {
      super(source);
      this.source = source;
      setObjectInputFilter(filter);
      enableResolveObject(true);
    }

    @Override
    protected Object resolveObject(Object object) throws IOException {
      return object instanceof Placeholder(int number) ? source.beside(number) : object;
    }

    /** Programs may have been loaded by another loader than Starling. */
    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      if (loader != null) {
        try {
          return Class.forName(description.getName(), false, loader);
        } catch (ClassNotFoundException e) {
          // Primitive types, and classes of the caller's loader.
          return super.resolveClass(description);
        }
      }
      return super.resolveClass(description);
    }

    /** The same for classes that implement interfaces of the program at run time. */
    @Override
    @SuppressWarnings("deprecation") // As the method that it overrides: no other one gives a class.
    protected Class<?> resolveProxyClass(String[] interfaces)
        throws IOException, ClassNotFoundException {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      if (loader != null) {
        try {
          Class<?>[] types = new Class<?>[interfaces.length];
          for (int i = 0; i < types.length; i++) {
            types[i] = Class.forName(interfaces[i], false, loader);
          }
          return Proxy.getProxyClass(loader, types);
        } catch (ClassNotFoundException | IllegalArgumentException e) {
          return super.resolveProxyClass(interfaces);
        }
      }
      return super.resolveProxyClass(interfaces);
    }
  }
}
