/* What streams do: copies, fills and kernels. */
#define _GNU_SOURCE
#include "standin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_on_device(struct place place) {
  return place.kind == DEVICE || place.kind == OPENED;
}

/* Finds a stream that may be used, ahead of its work. */
#define STREAM(stream, handle)                                 \
  struct stream *stream = find_stream(context, handle);        \
  if (!stream) return INVALID_HANDLE

/* ---- copies ---- */

uint64_t bytes_copied[DIRECTIONS];

struct copy {
  char *to;
  const char *from;
  size_t size;
  enum direction direction;
};

/* A device copies in no order that a program can rely on: where ranges overlap, in the worst one. */
static void copy_bytes(char *to, const char *from, size_t size) {
  if (to < from && from < to + size) {
    for (size_t i = size; i-- > 0;) to[i] = from[i];
  } else if (from < to && to < from + size) {
    for (size_t i = 0; i < size; i++) to[i] = from[i];
  } else {
    memcpy(to, from, size);
  }
}

static enum result copy_in_stream(void *argument) {
  const struct copy *copy = argument;
  enum result failure = planned_failure("copy");
  if (failure) return failure;
  copy_bytes(copy->to, copy->from, copy->size);
  __atomic_add_fetch(&bytes_copied[copy->direction], copy->size, __ATOMIC_RELAXED);
  return SUCCESS;
}

static enum direction direction_of(struct place to, struct place from) {
  if (is_on_device(to)) return is_on_device(from) ? WITHIN_DEVICES : TO_DEVICE;
  return is_on_device(from) ? TO_HOST : WITHIN_HOST;
}

/* What a side of a copy may be. */
enum side { ANY, HOST, KNOWN_TO_DEVICE };

static bool suits(enum side side, struct place place) {
  switch (side) {
    case HOST: return !is_on_device(place);
    case KNOWN_TO_DEVICE: return place.kind != PAGEABLE;
    default: return true;
  }
}

/* Called with the lock held. Pageable memory is done with when the call is. */
static enum result copy(
    struct stream *stream, bool wait, enum side to_side, address to, enum side from_side,
    address from, size_t size) {
  struct place into, out_of;
  if (size == 0) return SUCCESS;
  if (!find_place(to, size, &into) || !find_place(from, size, &out_of)) return INVALID_VALUE;
  if (!suits(to_side, into) || !suits(from_side, out_of)) return INVALID_VALUE;
  bool pageable = into.kind == PAGEABLE || out_of.kind == PAGEABLE;
  if (pageable && !wait && !setting("STANDIN_PAGEABLE", 1)) return NOT_SUPPORTED;
  struct copy copy = {into.bytes, out_of.bytes, size, direction_of(into, out_of)};
  enqueue(stream, copy_in_stream, &copy, sizeof copy);
  if (wait || pageable) await_stream(stream);
  return stream->context->broken;
}

API enum result cuMemcpyHtoD_v2(address to, const void *from, size_t size) {
  BEGIN_IN(context);
  LOCKED();
  return copy(context->legacy, true, KNOWN_TO_DEVICE, to, HOST, (address) from, size);
}

API enum result cuMemcpyDtoH_v2(void *to, address from, size_t size) {
  BEGIN_IN(context);
  LOCKED();
  return copy(context->legacy, true, HOST, (address) to, KNOWN_TO_DEVICE, from, size);
}

/* Within a device the call does not wait. */
API enum result cuMemcpyDtoD_v2(address to, address from, size_t size) {
  BEGIN_IN(context);
  LOCKED();
  return copy(context->legacy, false, KNOWN_TO_DEVICE, to, KNOWN_TO_DEVICE, from, size);
}

API enum result cuMemcpy(address to, address from, size_t size) {
  BEGIN_IN(context);
  LOCKED();
  return copy(context->legacy, true, ANY, to, ANY, from, size);
}

API enum result cuMemcpyHtoDAsync_v2(address to, const void *from, size_t size, void *handle) {
  BEGIN_IN(context);
  LOCKED();
  STREAM(stream, handle);
  return copy(stream, false, KNOWN_TO_DEVICE, to, HOST, (address) from, size);
}

API enum result cuMemcpyDtoHAsync_v2(void *to, address from, size_t size, void *handle) {
  BEGIN_IN(context);
  LOCKED();
  STREAM(stream, handle);
  return copy(stream, false, HOST, (address) to, KNOWN_TO_DEVICE, from, size);
}

API enum result cuMemcpyDtoDAsync_v2(address to, address from, size_t size, void *handle) {
  BEGIN_IN(context);
  LOCKED();
  STREAM(stream, handle);
  return copy(stream, false, KNOWN_TO_DEVICE, to, KNOWN_TO_DEVICE, from, size);
}

API enum result cuMemcpyAsync(address to, address from, size_t size, void *handle) {
  BEGIN_IN(context);
  LOCKED();
  STREAM(stream, handle);
  return copy(stream, false, ANY, to, ANY, from, size);
}

/* ---- fills ---- */

struct fill {
  char *bytes;
  uint32_t value;
  size_t width;
  size_t count;
};

static enum result fill_in_stream(void *argument) {
  const struct fill *fill = argument;
  for (size_t i = 0; i < fill->count; i++) {
    memcpy(fill->bytes + i * fill->width, &fill->value, fill->width);
  }
  return SUCCESS;
}

static enum result fill(
    struct stream *stream, address start, uint32_t value, size_t width, size_t count) {
  struct place place;
  if (count == 0) return SUCCESS;
  if (!find_place(start, width * count, &place) || place.kind == PAGEABLE || start % width) {
    return INVALID_VALUE;
  }
  struct fill fill = {place.bytes, value, width, count};
  enqueue(stream, fill_in_stream, &fill, sizeof fill);
  return SUCCESS;
}

API enum result cuMemsetD8_v2(address start, unsigned char value, size_t count) {
  BEGIN_IN(context);
  LOCKED();
  return fill(context->legacy, start, value, 1, count);
}

API enum result cuMemsetD8Async(address start, unsigned char value, size_t count, void *handle) {
  BEGIN_IN(context);
  LOCKED();
  STREAM(stream, handle);
  return fill(stream, start, value, 1, count);
}

API enum result cuMemsetD32_v2(address start, unsigned value, size_t count) {
  BEGIN_IN(context);
  LOCKED();
  return fill(context->legacy, start, value, 4, count);
}

API enum result cuMemsetD32Async(address start, unsigned value, size_t count, void *handle) {
  BEGIN_IN(context);
  LOCKED();
  STREAM(stream, handle);
  return fill(stream, start, value, 4, count);
}

/* ---- kernels: those of the libraries that STANDIN_KERNELS names, with colons between them ---- */

enum { MOST_LIBRARIES = 4, MOST_PARAMETERS = 8 };

struct library {
  int (*has)(const char *name);
  int (*parameters_of)(const char *name, void **parameters, unsigned long long *bytes);
  int (*run)(
      const char *name, unsigned grid_x, unsigned grid_y, unsigned block, void **parameters);
};

static struct library libraries[MOST_LIBRARIES];
static int library_count;

static void load_library(const char *name) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle || library_count == MOST_LIBRARIES) return;
  struct library *library = &libraries[library_count];
  *(void **) &library->has = dlsym(handle, "has_kernel");
  *(void **) &library->parameters_of = dlsym(handle, "parameters_of");
  *(void **) &library->run = dlsym(handle, "run_kernel");
  if (library->has && library->parameters_of && library->run) library_count++;
}

static void load_libraries(void) {
  const char *names = getenv("STANDIN_KERNELS");
  char *copy = library_count || !names ? NULL : strdup(names);
  char *rest = copy;
  for (char *name; (name = strsep(&rest, ":"));) load_library(name);
  free(copy);
}

/* Null if none has it. */
static const struct library *library_with(const char *name) {
  load_libraries();
  for (int i = 0; i < library_count; i++) {
    if (libraries[i].has(name)) return &libraries[i];
  }
  return NULL;
}

/* A module is a copy of its text, a kernel its name. */
struct kernel {
  struct kernel *next;
  const struct library *library;
  char name[];
};

struct module {
  struct module *next;
  struct kernel *kernels;
  char text[];
};

static struct module *modules;

/* The newest PTX that a driver of CUDA 10 to 13 knows: 85 is 8.5. */
static int newest_ptx(void) {
  int version = (int) setting("STANDIN_VERSION", 12060);
  int major = version / 1000;
  int minor = version % 1000 / 10;
  return (major - 4) * 10 + minor + (major == 10 ? 3 : 0) - (version >= 12060 && major == 12);
}

/* After blanks and comments PTX says its version, and then the oldest device that it is for. */
static enum result check_ptx(const char *text) {
  for (;;) {
    text += strspn(text, " \t\r\n");
    if (strncmp(text, "//", 2) != 0) break;
    text += strcspn(text, "\n");
  }
  int major, minor, oldest;
  int found = sscanf(text, ".version %d.%d .target sm_%d", &major, &minor, &oldest);
  if (found != 3) return INVALID_PTX;
  if (major * 10 + minor > newest_ptx()) return UNSUPPORTED_PTX_VERSION;
  return oldest <= capability() ? SUCCESS : INVALID_PTX;
}

API enum result cuModuleLoadData(struct module **made, const char *text) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  if (!made || !text) return INVALID_VALUE;
  enum result refusal = check_ptx(text);
  if (refusal) return refusal;
  struct module *module = calloc(1, sizeof *module + strlen(text) + 1);
  strcpy(module->text, text);
  module->next = modules;
  modules = *made = module;
  return SUCCESS;
}

enum option { ERROR_LOG = 5, ERROR_LOG_SIZE = 6 };

/* Of the options only the place for errors matters. */
API enum result cuModuleLoadDataEx(
    struct module **made, const char *text, unsigned count, const int *options, void **values) {
  BEGIN();
  enum result result = cuModuleLoadData(made, text);
  char *log = NULL;
  size_t size = 0;
  for (unsigned i = 0; i < count; i++) {
    if (options[i] == ERROR_LOG) log = values[i];
    if (options[i] == ERROR_LOG_SIZE) size = (uintptr_t) values[i];
  }
  if (log && size) snprintf(log, size, "%s", result ? "the stand-in does not take this PTX" : "");
  return result;
}

static bool has_entry(struct module *module, const char *name) {
  char entry[200];
  snprintf(entry, sizeof entry, ".entry %s(", name);
  return strstr(module->text, entry);
}

static struct module **link_of(struct module *module) {
  struct module **link = &modules;
  while (*link && *link != module) link = &(*link)->next;
  return link;
}

API enum result cuModuleUnload(struct module *module) {
  BEGIN_IN(context);
  LOCKED();
  await_all(context);
  struct module **link = link_of(module);
  if (!*link) return INVALID_HANDLE;
  *link = module->next;
  for (struct kernel *kernel = module->kernels, *next; kernel; kernel = next) {
    next = kernel->next;
    free(kernel);
  }
  free(module);
  return SUCCESS;
}

API enum result cuModuleGetFunction(
    struct kernel **function, struct module *module, const char *name) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  if (!function || !name) return INVALID_VALUE;
  if (!*link_of(module)) return INVALID_HANDLE;
  const struct library *library = has_entry(module, name) ? library_with(name) : NULL;
  if (!library) return NOT_FOUND;
  struct kernel *kernel = calloc(1, sizeof *kernel + strlen(name) + 1);
  kernel->library = library;
  strcpy(kernel->name, name);
  kernel->next = module->kernels;
  module->kernels = *function = kernel;
  return SUCCESS;
}

static bool is_kernel(struct kernel *kernel) {
  for (struct module *module = modules; module; module = module->next) {
    for (struct kernel *known = module->kernels; known; known = known->next) {
      if (known == kernel) return true;
    }
  }
  return false;
}

/* Parameters are addresses of device memory, with the bytes that the kernel accesses there, or numbers. */
struct launch {
  struct kernel *kernel;
  struct context *context;
  unsigned grid_x;
  unsigned grid_y;
  unsigned block;
  int count;
  uint64_t values[MOST_PARAMETERS];
  unsigned long long bytes[MOST_PARAMETERS];
};

static bool may_touch(struct context *context, address start, size_t size, struct place *place) {
  return find_place(start, size, place) && place->kind != PAGEABLE
      && (!is_on_device(*place) || context->peers >> place->device & 1);
}

static enum result launch_in_stream(void *argument) {
  struct launch *launch = argument;
  struct place places[MOST_PARAMETERS];
  void *parameters[MOST_PARAMETERS];
  pthread_mutex_lock(&lock);
  bool all = true;
  for (int i = 0; i < launch->count; i++) {
    bool is_number = launch->bytes[i] == 0;
    parameters[i] = is_number ? (void *) &launch->values[i] : (void *) &places[i].bytes;
    all &= is_number
        || may_touch(launch->context, launch->values[i], launch->bytes[i], &places[i]);
  }
  pthread_mutex_unlock(&lock);
  if (!all) return ILLEGAL_ADDRESS;
  enum result failure = planned_failure("kernel");
  if (failure) return failure;
  const struct kernel *kernel = launch->kernel;
  int result = kernel->library->run(
      kernel->name, launch->grid_x, launch->grid_y, launch->block, parameters);
  return result == 0 ? SUCCESS : LAUNCH_FAILED;
}

API enum result cuLaunchKernel(
    struct kernel *kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
    unsigned block_y, unsigned block_z, unsigned shared, void *handle, void **parameters,
    void **extra) {
  BEGIN_IN(context);
  LOCKED();
  STREAM(stream, handle);
  (void) shared;
  if (!is_kernel(kernel)) return INVALID_HANDLE;
  bool fits = grid_x > 0 && grid_y > 0 && grid_y <= 65535 && grid_z == 1
      && block_x > 0 && block_x <= 1024 && block_y == 1 && block_z == 1;
  if (!fits || extra || !parameters) return INVALID_VALUE;
  struct launch launch = {kernel, stream->context, grid_x, grid_y, block_x, 0, {0}, {0}};
  launch.count = kernel->library->parameters_of(kernel->name, parameters, launch.bytes);
  for (int i = 0; i < launch.count; i++) launch.values[i] = *(uint64_t *) parameters[i];
  enqueue(stream, launch_in_stream, &launch, sizeof launch);
  return SUCCESS;
}
