package io.starling.runtime.transport.ucx;

import io.starling.runtime.TransportException;
import java.util.Map;
import org.openucx.jucx.NativeLibs;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpParams;

/**
 * Sets UCX up through JUCX, which also keeps UCX's signal handlers from replacing those of the JVM.
 */
final class JucxSetup implements UcxSetup {

  static {
    JucxLibrary.load();
  }

  private final UcpContext context;

  JucxSetup(int ranks, Map<String, String> settings) {
    try {
      UcpParams parameters =
          new UcpParams()
              .requestTagFeature()
              .requestRmaFeature()
              .requestAtomic64BitFeature()
              .requestWakeupFeature()
              .setEstimatedNumEps(Math.max(1, ranks - 1));
      settings.forEach(parameters::setConfig);
      context = new UcpContext(parameters);
    } catch (UnsatisfiedLinkError e) {
      throw new TransportException("JUCX's library cannot be loaded: " + UcpLibrary.REMEDY, e);
    } catch (UcxException e) {
      throw new TransportException("UCX cannot be set up: " + e.getMessage(), e);
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
  public void close() {
    context.close();
  }
}
