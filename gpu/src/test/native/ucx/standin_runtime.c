/*
 * A stand-in for CUDA's runtime library on top of a driver, for tests only: as much as UCX calls.
 * NVIDIA's own needs parts of the driver that nobody has written down.
 *
 * Where NVIDIA's makes the primary context of device 0 for a thread that has none, this one refuses:
 * who calls UCX has to make a context current first.
 */
#include <cuda.h>
#include <cuda_runtime.h>

static cudaError_t of(CUresult result) { return (cudaError_t) result; }

cudaError_t cudaGetDeviceCount(int *count) {
  CUresult result = cuInit(0);
  return of(result ? result : cuDeviceGetCount(count));
}

const char *cudaGetErrorString(cudaError_t error) {
  const char *text = NULL;
  cuGetErrorString((CUresult) error, &text);
  return text ? text : "unknown error";
}

cudaError_t cudaDeviceSynchronize(void) { return of(cuCtxSynchronize()); }

cudaError_t cudaSetDevice(int device) {
  CUcontext context;
  CUresult result = cuDevicePrimaryCtxRetain(&context, device);
  return of(result ? result : cuCtxSetCurrent(context));
}

/* ---- memory ---- */

cudaError_t cudaMalloc(void **made, size_t size) {
  return of(cuMemAlloc((CUdeviceptr *) made, size));
}

cudaError_t cudaMallocManaged(void **made, size_t size, unsigned flags) {
  return of(cuMemAllocManaged((CUdeviceptr *) made, size, flags));
}

cudaError_t cudaFree(void *memory) { return of(cuMemFree((CUdeviceptr) memory)); }

cudaError_t cudaHostRegister(void *memory, size_t size, unsigned flags) {
  return of(cuMemHostRegister(memory, size, flags));
}

cudaError_t cudaHostUnregister(void *memory) { return of(cuMemHostUnregister(memory)); }

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind) {
  (void) kind;
  return of(cuMemcpy((CUdeviceptr) to, (CUdeviceptr) from, size));
}

cudaError_t cudaMemcpyAsync(
    void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream) {
  (void) kind;
  return of(cuMemcpyAsync((CUdeviceptr) to, (CUdeviceptr) from, size, stream));
}

cudaError_t cudaMemset(void *memory, int value, size_t size) {
  return of(cuMemsetD8((CUdeviceptr) memory, (unsigned char) value, size));
}

/* ---- streams and events ---- */

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return of(cuStreamCreate(stream, flags));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) { return of(cuStreamDestroy(stream)); }

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return of(cuStreamSynchronize(stream)); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  return of(cuEventCreate(event, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event) { return of(cuEventDestroy(event)); }

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return of(cuEventRecord(event, stream));
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return of(cuEventQuery(event)); }
