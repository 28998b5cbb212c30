package mpjbuf;

/** The memory from which a buffer is made. */
public interface RawBuffer {}
