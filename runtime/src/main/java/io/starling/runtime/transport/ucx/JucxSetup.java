package io.starling.runtime.transport.ucx;

import io.starling.runtime.error.TransportException;
import java.nio.ByteBuffer;
import org.openucx.jucx.NativeLibs;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;

/** Set-up through JUCX, which also keeps UCX's signal handlers away from the JVM's. */
final class JucxSetup implements UcxSetup {

  private final UcpContext context;
  private final UcpWorker worker;

  /** JUCX can only ask for several threads at the same time; UCX then takes locks of its own. */
  JucxSetup(int ranks, boolean severalThreads) {
    try {
      UcpParams parameters =
          new UcpParams()
              .requestTagFeature()
              .requestWakeupFeature()
              .setEstimatedNumEps(Math.max(1, ranks - 1));
      context = new UcpContext(parameters);
      UcpWorkerParams ofWorker = new UcpWorkerParams();
      worker = context.newWorker(severalThreads ? ofWorker.requestThreadSafety() : ofWorker);
    } catch (UcxException | UnsatisfiedLinkError e) {
      throw new TransportException("UCX cannot be set up: " + UcpLibrary.REMEDY, e);
    }
  }

  /** Whether the library inside JUCX's jar fits this machine. */
  static boolean isLoadable() {
    try {
      NativeLibs.load();
      new UcpParams().clear();
      return System.getProperty("os.arch").equals("amd64");
    } catch (LinkageError | UcxException e) {
      return false;
    }
  }

  @Override
  public long context() {
    return context.getNativeId();
  }

  @Override
  public long worker() {
    return worker.getNativeId();
  }

  @Override
  public byte[] address() {
    ByteBuffer address = worker.getAddress();
    byte[] bytes = new byte[address.remaining()];
    address.duplicate().get(bytes);
    return bytes;
  }

  @Override
  public void close() {
    worker.close();
    context.close();
  }
}
