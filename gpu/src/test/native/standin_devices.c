/* Devices, contexts, and what the environment asks for. */
#define _GNU_SOURCE
#include "standin.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- the environment ---- */

uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

int device_count(void) {
  uint64_t count = setting("STANDIN_DEVICES", 2);
  return count < MOST_DEVICES ? (int) count : MOST_DEVICES;
}

int capability(void) { return (int) setting("STANDIN_CAPABILITY", 80); }

static struct failure {
  char function[48];
  long left; /* calls until it fails */
  int result;
} failures[16];

/*
 * STANDIN_FAIL=function:n:code, and more of them after commas. "copy" and "kernel" stand for the
 * work of streams, which fails later than the call.
 */
__attribute__((constructor)) static void read_failures(void) {
  const char *text = getenv("STANDIN_FAIL");
  for (int i = 0; text && i < 16; i++) {
    struct failure *failure = &failures[i];
    sscanf(text, "%47[^:]:%ld:%d", failure->function, &failure->left, &failure->result);
    text = strchr(text, ',');
    text = text ? text + 1 : NULL;
  }
}

/* The name in the headers of "cuMemAlloc_v2" is "cuMemAlloc". */
static bool is_named(const char *function, const char *name) {
  size_t length = strlen(name);
  return length > 0 && strncmp(function, name, length) == 0
      && (function[length] == 0 || strncmp(function + length, "_v", 2) == 0);
}

enum result planned_failure(const char *function) {
  for (int i = 0; i < 16; i++) {
    if (is_named(function, failures[i].function)
        && __atomic_sub_fetch(&failures[i].left, 1, __ATOMIC_RELAXED) == 0) {
      return failures[i].result;
    }
  }
  return SUCCESS;
}

/* Lines of several processes don't mix: each is one write to the end of the file. */
void report(const char *format, ...) {
  const char *file = getenv("STANDIN_REPORT");
  if (!file) return;
  char line[200];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  int out = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (out < 0 || write(out, line, length) != length) perror(file);
  close(out);
}

/* ---- contexts of threads ---- */

enum { DEEPEST_STACK = 32 };

static bool initialized;
static struct context primary[MOST_DEVICES];
static struct context *contexts; /* made by cuCtxCreate, dead ones, too: no handle comes back */
static __thread struct context *stack[DEEPEST_STACK];
static __thread int depth;

enum result begin(const char *function) {
  enum result failure = planned_failure(function);
  return failure ? failure : initialized ? SUCCESS : NOT_INITIALIZED;
}

enum result begin_in_context(const char *function, struct context **current) {
  enum result refusal = begin(function);
  if (refusal) return refusal;
  *current = depth > 0 ? stack[depth - 1] : NULL;
  if (!*current) return INVALID_CONTEXT;
  if (!(*current)->alive) return CONTEXT_IS_DESTROYED;
  return (*current)->broken;
}

static bool is_device(int device) { return device >= 0 && device < device_count(); }

static bool is_context(struct context *context) {
  if (context >= primary && context < primary + MOST_DEVICES) return true;
  struct context *known = contexts;
  while (known && known != context) known = known->next;
  return known;
}

/* The lock files of devices that are for one process each. */
static int exclusive[MOST_DEVICES];
static int living[MOST_DEVICES];

static bool claim_device(int device) {
  if (setting("STANDIN_EXCLUSIVE", 0) && living[device] == 0) {
    const char *folder = getenv("STANDIN_FOLDER");
    char name[4096];
    snprintf(name, sizeof name, "%s/device-%d", folder ? folder : ".", device);
    exclusive[device] = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (flock(exclusive[device], LOCK_EX | LOCK_NB) != 0) {
      close(exclusive[device]);
      return false;
    }
  }
  living[device]++;
  return true;
}

static void leave_device(int device) {
  if (--living[device] == 0 && setting("STANDIN_EXCLUSIVE", 0)) close(exclusive[device]);
}

static enum result bring_to_life(struct context *context, int device) {
  if (!claim_device(device)) return DEVICE_UNAVAILABLE;
  context->device = device;
  context->alive = true;
  context->peers = 1u << device;
  context->broken = SUCCESS;
  context->legacy = new_stream(context, 0, 0);
  return SUCCESS;
}

static void end_life(struct context *context) {
  await_all(context);
  release_memory(context);
  release_streams(context);
  context->alive = false;
  leave_device(context->device);
}

static enum result push(struct context *context) {
  if (depth == DEEPEST_STACK) return INVALID_VALUE;
  stack[depth++] = context;
  return SUCCESS;
}

API enum result cuCtxCreate_v2(struct context **made, unsigned flags, int device) {
  BEGIN();
  LOCKED();
  if (!made) return INVALID_VALUE;
  if (!is_device(device)) return INVALID_DEVICE;
  struct context *context = calloc(1, sizeof *context);
  enum result refusal = bring_to_life(context, device);
  if (refusal) {
    free(context);
    return refusal;
  }
  context->flags = flags;
  context->next = contexts;
  contexts = *made = context;
  return push(context);
}

API enum result cuCtxDestroy_v2(struct context *context) {
  BEGIN();
  LOCKED();
  if (!context || !is_context(context) || context->primary) return INVALID_CONTEXT;
  if (!context->alive) return CONTEXT_IS_DESTROYED;
  end_life(context);
  if (depth > 0 && stack[depth - 1] == context) depth--;
  return SUCCESS;
}
ALSO(cuCtxDestroy, cuCtxDestroy_v2);

API enum result cuCtxSetCurrent(struct context *context) {
  BEGIN();
  LOCKED();
  if (context && !is_context(context)) return INVALID_CONTEXT;
  if (context && !context->alive) return CONTEXT_IS_DESTROYED;
  if (depth > 0) depth--;
  return context ? push(context) : SUCCESS;
}

API enum result cuCtxGetCurrent(struct context **current) {
  BEGIN();
  if (!current) return INVALID_VALUE;
  *current = depth > 0 ? stack[depth - 1] : NULL;
  return SUCCESS;
}

API enum result cuCtxPushCurrent_v2(struct context *context) {
  BEGIN();
  LOCKED();
  if (!context || !is_context(context)) return INVALID_CONTEXT;
  return context->alive ? push(context) : CONTEXT_IS_DESTROYED;
}
ALSO(cuCtxPushCurrent, cuCtxPushCurrent_v2);

API enum result cuCtxPopCurrent_v2(struct context **popped) {
  BEGIN();
  if (depth == 0) return INVALID_CONTEXT;
  struct context *top = stack[--depth];
  if (popped) *popped = top;
  return SUCCESS;
}
ALSO(cuCtxPopCurrent, cuCtxPopCurrent_v2);

API enum result cuCtxSynchronize(void) {
  BEGIN_IN(context);
  LOCKED();
  await_all(context);
  return context->broken;
}

API enum result cuCtxGetDevice(int *device) {
  BEGIN_IN(context);
  if (!device) return INVALID_VALUE;
  *device = context->device;
  return SUCCESS;
}

API enum result cuCtxGetFlags(unsigned *flags) {
  BEGIN_IN(context);
  *flags = context->flags;
  return SUCCESS;
}

API enum result cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  BEGIN_IN(context);
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return SUCCESS;
}

API enum result cuCtxEnablePeerAccess(struct context *peer, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  if (flags) return INVALID_VALUE;
  if (!peer || !is_context(peer) || !peer->alive) return INVALID_CONTEXT;
  if (peer->device == context->device) return INVALID_DEVICE;
  if (context->peers >> peer->device & 1) return PEER_ACCESS_ALREADY_ENABLED;
  context->peers |= 1u << peer->device;
  return SUCCESS;
}

API enum result cuCtxDisablePeerAccess(struct context *peer) {
  BEGIN_IN(context);
  LOCKED();
  if (!peer || !is_context(peer) || peer->device == context->device) return INVALID_CONTEXT;
  if (!(context->peers >> peer->device & 1)) return PEER_ACCESS_NOT_ENABLED;
  context->peers &= ~(1u << peer->device);
  return SUCCESS;
}

/* ---- primary contexts ---- */

API enum result cuDevicePrimaryCtxRetain(struct context **context, int device) {
  BEGIN();
  LOCKED();
  if (!context) return INVALID_VALUE;
  if (!is_device(device)) return INVALID_DEVICE;
  struct context *own = &primary[device];
  own->primary = true;
  enum result refusal = own->alive ? SUCCESS : bring_to_life(own, device);
  if (refusal) return refusal;
  own->retained++;
  *context = own;
  return SUCCESS;
}

API enum result cuDevicePrimaryCtxRelease_v2(int device) {
  BEGIN();
  LOCKED();
  if (!is_device(device)) return INVALID_DEVICE;
  if (primary[device].retained == 0) return INVALID_CONTEXT;
  if (--primary[device].retained == 0) end_life(&primary[device]);
  return SUCCESS;
}
ALSO(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2);

API enum result cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
  BEGIN();
  LOCKED();
  if (!is_device(device)) return INVALID_DEVICE;
  primary[device].flags = flags;
  return SUCCESS;
}
ALSO(cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxSetFlags_v2);

API enum result cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
  BEGIN();
  LOCKED();
  if (!is_device(device)) return INVALID_DEVICE;
  if (flags) *flags = primary[device].flags;
  if (active) *active = primary[device].alive;
  return SUCCESS;
}

/* ---- devices ---- */

API enum result cuInit(unsigned flags) {
  enum result failure = planned_failure(__func__);
  if (failure) return failure;
  if (flags) return INVALID_VALUE;
  if (device_count() == 0) return NO_DEVICE;
  initialized = true;
  return SUCCESS;
}

API enum result cuDriverGetVersion(int *version) {
  enum result failure = planned_failure(__func__);
  if (failure) return failure;
  if (!version) return INVALID_VALUE;
  *version = (int) setting("STANDIN_VERSION", 12060);
  return SUCCESS;
}

API enum result cuDeviceGetCount(int *count) {
  BEGIN();
  if (!count) return INVALID_VALUE;
  *count = device_count();
  return SUCCESS;
}

API enum result cuDeviceGet(int *device, int ordinal) {
  BEGIN();
  if (!device) return INVALID_VALUE;
  if (!is_device(ordinal)) return INVALID_DEVICE;
  *device = ordinal;
  return SUCCESS;
}

API enum result cuDeviceGetName(char *name, int length, int device) {
  BEGIN();
  if (!name || length <= 0) return INVALID_VALUE;
  if (!is_device(device)) return INVALID_DEVICE;
  snprintf(name, length, "Starling stand-in (no GPU)");
  return SUCCESS;
}

API enum result cuDeviceGetUuid_v2(char uuid[16], int device) {
  BEGIN();
  if (!uuid) return INVALID_VALUE;
  if (!is_device(device)) return INVALID_DEVICE;
  memcpy(uuid, "starling-standin", 16);
  uuid[15] = (char) device;
  return SUCCESS;
}
ALSO(cuDeviceGetUuid, cuDeviceGetUuid_v2);

API enum result cuDeviceTotalMem_v2(size_t *bytes, int device) {
  BEGIN();
  if (!bytes) return INVALID_VALUE;
  if (!is_device(device)) return INVALID_DEVICE;
  *bytes = setting("STANDIN_MEMORY", 1 << 30);
  return SUCCESS;
}

API enum result cuDeviceGetPCIBusId(char *name, int length, int device) {
  BEGIN();
  if (!name || length < 13) return INVALID_VALUE;
  if (!is_device(device)) return INVALID_DEVICE;
  snprintf(name, length, "0000:%02X:00.0", device + 1);
  return SUCCESS;
}

API enum result cuDeviceGetByPCIBusId(int *device, const char *name) {
  BEGIN();
  if (!device || !name) return INVALID_VALUE;
  unsigned domain, bus, slot;
  bool whole = sscanf(name, "%x:%x:%x", &domain, &bus, &slot) == 3;
  bool short_form = !whole && (domain = 0, sscanf(name, "%x:%x", &bus, &slot) == 2);
  if (!whole && !short_form) return INVALID_VALUE;
  if (domain != 0 || slot != 0 || !is_device((int) bus - 1)) return INVALID_DEVICE;
  *device = (int) bus - 1;
  return SUCCESS;
}

API enum result cuDeviceGetAttribute(int *value, int attribute, int device) {
  BEGIN();
  if (!value || attribute < 1 || attribute > 200) return INVALID_VALUE;
  if (!is_device(device)) return INVALID_DEVICE;
  switch (attribute) {
    case 1: *value = 1024; break;                      /* threads per block */
    case 2: case 3: *value = 1024; break;              /* block dimensions */
    case 4: *value = 64; break;
    case 5: *value = INT32_MAX; break;                 /* grid dimensions */
    case 6: case 7: *value = 65535; break;
    case 8: *value = 48 << 10; break;                  /* shared memory per block */
    case 10: *value = 32; break;                       /* warp */
    case 13: *value = 1000000; break;                  /* kHz */
    case 15: *value = 1; break;                        /* copies beside kernels */
    case 16: *value = 4; break;                        /* multiprocessors */
    case 19: *value = 1; break;                        /* can map host memory */
    case 20: *value = setting("STANDIN_EXCLUSIVE", 0) ? 3 : 0; break; /* compute mode */
    case 31: *value = 1; break;                        /* kernels at once */
    case 33: *value = device + 1; break;               /* PCI bus */
    case 39: *value = 2048; break;                     /* threads per multiprocessor */
    case 40: *value = 2; break;                        /* engines that copy */
    case 41: *value = 1; break;                        /* one space of addresses */
    case 75: *value = capability() / 10; break;                        /* compute capability */
    case 76: *value = capability() % 10; break;
    case 78: *value = 1; break;                        /* priorities of streams */
    default: *value = 0;
  }
  return SUCCESS;
}

API enum result cuDeviceComputeCapability(int *major, int *minor, int device) {
  BEGIN();
  if (!is_device(device)) return INVALID_DEVICE;
  *major = capability() / 10;
  *minor = capability() % 10;
  return SUCCESS;
}

API enum result cuDeviceCanAccessPeer(int *can, int device, int peer) {
  BEGIN();
  if (!can) return INVALID_VALUE;
  if (!is_device(device) || !is_device(peer)) return INVALID_DEVICE;
  *can = device != peer;
  return SUCCESS;
}

/* ---- names ---- */

static const struct {
  enum result result;
  const char *name;
  const char *text;
} results[] = {
  {SUCCESS, "CUDA_SUCCESS", "no error"},
  {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
  {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
  {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
  {DEVICE_UNAVAILABLE, "CUDA_ERROR_DEVICE_UNAVAILABLE",
      "CUDA-capable device(s) is/are busy or unavailable"},
  {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
  {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
  {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
  {NOT_MAPPED, "CUDA_ERROR_MAP_FAILED", "mapping of buffer object failed"},
  {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
  {UNSUPPORTED_PTX_VERSION, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
      "the provided PTX was compiled with an unsupported toolchain."},
  {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
  {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
  {NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
  {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
  {PEER_ACCESS_ALREADY_ENABLED, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED",
      "peer access is already enabled"},
  {PEER_ACCESS_NOT_ENABLED, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED",
      "peer access has not been enabled"},
  {PRIMARY_CONTEXT_ACTIVE, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE",
      "cannot set while device is active in this process"},
  {CONTEXT_IS_DESTROYED, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
  {HOST_MEMORY_ALREADY_REGISTERED, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
      "part or all of the requested memory range is already mapped"},
  {HOST_MEMORY_NOT_REGISTERED, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED",
      "pointer does not correspond to a registered memory region"},
  {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
  {NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

static int result_index(enum result result) {
  int index = sizeof results / sizeof *results;
  while (--index >= 0 && results[index].result != result) {}
  return index;
}

API enum result cuGetErrorName(enum result result, const char **name) {
  int index = result_index(result);
  *name = index < 0 ? NULL : results[index].name;
  return index < 0 ? INVALID_VALUE : SUCCESS;
}

API enum result cuGetErrorString(enum result result, const char **text) {
  int index = result_index(result);
  *text = index < 0 ? NULL : results[index].text;
  return index < 0 ? INVALID_VALUE : SUCCESS;
}

/* Finds what the headers mean by a name: its newest form. */
static void *function_named(const char *name) {
  Dl_info here;
  if (!dladdr((void *) cuInit, &here)) return NULL;
  void *library = dlopen(here.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  char newest[100];
  snprintf(newest, sizeof newest, "%s_v2", name);
  void *function = dlsym(library, newest);
  if (!function) function = dlsym(library, name);
  dlclose(library);
  return function;
}

API enum result cuGetProcAddress_v2(
    const char *name, void **function, int version, uint64_t flags, int *status) {
  (void) version;
  (void) flags;
  if (!name || !function) return INVALID_VALUE;
  *function = function_named(name);
  if (status) *status = *function ? 0 : 1;
  return *function ? SUCCESS : NOT_FOUND;
}

API enum result cuGetProcAddress(
    const char *name, void **function, int version, uint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

/* ---- the end ---- */

__attribute__((destructor)) static void report_at_end(void) {
  LOCKED();
  for (int device = 0; device < MOST_DEVICES; device++) {
    if (primary[device].alive) end_life(&primary[device]);
  }
  for (struct context *context = contexts; context; context = context->next) {
    if (context->alive) end_life(context);
  }
  if (!initialized) return;
  report("copied %lu bytes from host to device\n", bytes_copied[TO_DEVICE]);
  report("copied %lu bytes from device to host\n", bytes_copied[TO_HOST]);
  report("copied %lu bytes within devices\n", bytes_copied[WITHIN_DEVICES]);
}
