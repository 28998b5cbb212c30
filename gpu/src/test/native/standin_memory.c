/*
 * Device memory, pinned memory, and sharing memory among processes.
 *
 * Device memory is an anonymous file that is mapped for this library only. What the application
 * gets to know is another range of addresses, as long and without any access: who touches it dies.
 * These addresses are never given away again, so that memory that was freed is known when used,
 * but where STANDIN_REUSE asks for it.
 */
#define _GNU_SOURCE
#include "standin.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct memory *memories;
static uint64_t serials;

static size_t whole_pages(size_t size) { return (size + 4095) & ~(size_t) 4095; }

static struct memory *find(address at) {
  struct memory *memory = memories;
  while (memory && !(at >= memory->start && at - memory->start < memory->size)) {
    memory = memory->next;
  }
  return memory;
}

/* The memory of this kind that starts at an address. */
static struct memory *find_start(address start, enum kind kind) {
  struct memory *memory = find(start);
  return memory && memory->start == start && memory->kind == kind ? memory : NULL;
}

bool find_place(address start, size_t size, struct place *place) {
  struct memory *memory = find(start);
  if (!memory) {
    *place = (struct place) {(char *) start, PAGEABLE, -1};
    return start != 0 || size == 0;
  }
  size_t offset = start - memory->start;
  *place = (struct place) {memory->bytes + offset, memory->kind, memory->context->device};
  return memory->kind != GONE && size <= memory->size - offset;
}

static struct memory *remember(
    struct context *context, enum kind kind, address start, size_t size) {
  struct memory *memory = calloc(1, sizeof *memory);
  *memory = (struct memory) {
      .next = memories, .context = context, .kind = kind, .start = start,
      .bytes = (char *) start, .size = size, .file = -1, .serial = ++serials, .uses = 1};
  memories = memory;
  return memory;
}

static void forget(struct memory *memory) {
  struct memory **link = &memories;
  while (*link != memory) link = &(*link)->next;
  *link = memory->next;
  free(memory);
}

/* ---- device memory ---- */

static size_t used(int device) {
  size_t sum = 0;
  for (struct memory *memory = memories; memory; memory = memory->next) {
    if (memory->kind == DEVICE && memory->context->device == device) {
      sum += whole_pages(memory->size);
    }
  }
  return sum;
}

static size_t left(int device) {
  size_t all = setting("STANDIN_MEMORY", 1 << 30);
  size_t taken = used(device);
  return taken < all ? all - taken : 0;
}

/* Addresses that memory of this length had which was freed, if they may be given away again. */
static void *freed(size_t length) {
  struct memory *memory = setting("STANDIN_REUSE", 0) ? memories : NULL;
  while (memory && !(memory->kind == GONE && whole_pages(memory->size) == length)) {
    memory = memory->next;
  }
  if (!memory) return NULL;
  void *known = (void *) memory->start;
  forget(memory);
  return known;
}

/* Takes over a file, also where it fails. */
static struct memory *map(struct context *context, enum kind kind, int file, size_t size) {
  size_t length = whole_pages(size);
  char *bytes = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  void *known = freed(length);
  if (!known) {
    known = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  if (bytes == MAP_FAILED || known == MAP_FAILED) {
    close(file);
    return NULL;
  }
  struct memory *memory = remember(context, kind, (address) known, size);
  memory->bytes = bytes;
  memory->file = file;
  return memory;
}

static void unmap(struct memory *memory) {
  munmap(memory->bytes, whole_pages(memory->size));
  close(memory->file);
  memory->kind = GONE;
}

API enum result cuMemAlloc_v2(address *made, size_t size) {
  BEGIN_IN(context);
  LOCKED();
  if (!made || size == 0) return INVALID_VALUE;
  if (whole_pages(size) > left(context->device) || size > SIZE_MAX / 2) return OUT_OF_MEMORY;
  int file = memfd_create("standin", MFD_CLOEXEC);
  if (file < 0) return OUT_OF_MEMORY;
  struct memory *memory =
      ftruncate(file, whole_pages(size)) == 0 ? map(context, DEVICE, file, size) : NULL;
  if (!memory) return OUT_OF_MEMORY;
  *made = memory->start;
  return SUCCESS;
}

API enum result cuMemFree_v2(address start) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  if (start == 0) return SUCCESS;
  await_all(NULL);
  struct memory *memory = find_start(start, DEVICE);
  if (!memory) return INVALID_VALUE;
  unmap(memory);
  return SUCCESS;
}

API enum result cuMemGetInfo_v2(size_t *unused, size_t *all) {
  BEGIN_IN(context);
  LOCKED();
  if (unused) *unused = left(context->device);
  if (all) *all = setting("STANDIN_MEMORY", 1 << 30);
  return SUCCESS;
}

API enum result cuMemGetAddressRange_v2(address *start, size_t *size, address at) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  struct memory *memory = find(at);
  if (!memory || memory->kind == GONE) return NOT_FOUND;
  if (start) *start = memory->start;
  if (size) *size = memory->size;
  return SUCCESS;
}

/* ---- pinned memory ---- */

API enum result cuMemHostAlloc(void **made, size_t size, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  if (!made || size == 0 || flags > 7) return INVALID_VALUE;
  void *bytes = mmap(
      NULL, whole_pages(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return OUT_OF_MEMORY;
  remember(context, PINNED, (address) bytes, size);
  *made = bytes;
  return SUCCESS;
}

API enum result cuMemAllocHost_v2(void **made, size_t size) {
  BEGIN();
  return cuMemHostAlloc(made, size, 0);
}

API enum result cuMemFreeHost(void *start) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  await_all(NULL);
  struct memory *memory = find_start((address) start, PINNED);
  if (!memory) return INVALID_VALUE;
  munmap(start, whole_pages(memory->size));
  forget(memory);
  return SUCCESS;
}

API enum result cuMemHostRegister_v2(void *start, size_t size, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  if (!start || size == 0 || flags > 15) return INVALID_VALUE;
  for (struct memory *memory = memories; memory; memory = memory->next) {
    if ((address) start < memory->start + memory->size && memory->start < (address) start + size) {
      return memory->kind == REGISTERED || memory->kind == PINNED
          ? HOST_MEMORY_ALREADY_REGISTERED : INVALID_VALUE;
    }
  }
  remember(context, REGISTERED, (address) start, size);
  return SUCCESS;
}
ALSO(cuMemHostRegister, cuMemHostRegister_v2);

/* Waits for nothing: who is not done with the memory shall notice. */
API enum result cuMemHostUnregister(void *start) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  struct memory *memory = find_start((address) start, REGISTERED);
  if (!memory) return HOST_MEMORY_NOT_REGISTERED;
  forget(memory);
  return SUCCESS;
}

API enum result cuMemHostGetDevicePointer_v2(address *on_device, void *start, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  struct memory *memory = find((address) start);
  bool is_host = memory && (memory->kind == PINNED || memory->kind == REGISTERED);
  if (!on_device || flags || !is_host) return INVALID_VALUE;
  *on_device = (address) start;
  return SUCCESS;
}

/* ---- what is known of an address ---- */

enum { SYNCHRONOUS_COPIES = 6 };

static bool is_on_device(struct memory *memory) {
  return memory->kind == DEVICE || memory->kind == OPENED;
}

static enum result attribute_of(struct memory *memory, address at, int attribute, void *value) {
  switch (attribute) {
    case 1: *(void **) value = memory->context; return SUCCESS;
    case 2: *(unsigned *) value = is_on_device(memory) ? 2 : 1; return SUCCESS;
    case 3: *(address *) value = at; return SUCCESS;
    case 4:
      if (is_on_device(memory)) return INVALID_VALUE;
      *(address *) value = at;
      return SUCCESS;
    case 7: *(uint64_t *) value = memory->serial; return SUCCESS;
    case 8: *(bool *) value = false; return SUCCESS;
    case 9: *(int *) value = memory->context->device; return SUCCESS;
    case 10: *(bool *) value = memory->kind == DEVICE; return SUCCESS;
    case 11: *(address *) value = memory->start; return SUCCESS;
    case 12: *(size_t *) value = memory->size; return SUCCESS;
    case 13: *(bool *) value = true; return SUCCESS;
    default: return NOT_SUPPORTED;
  }
}

/* As with the real driver, these two need no context. */
API enum result cuPointerGetAttribute(void *value, int attribute, address at) {
  BEGIN();
  LOCKED();
  struct memory *memory = find(at);
  if (!value || !memory || memory->kind == GONE) return INVALID_VALUE;
  return attribute_of(memory, at, attribute, value);
}

static size_t size_of_attribute(int attribute) {
  switch (attribute) {
    case 2: case 9: return sizeof(int);
    case 8: case 10: case 13: return sizeof(bool);
    default: return sizeof(uint64_t);
  }
}

API enum result cuPointerGetAttributes(
    unsigned count, const int *attributes, void **values, address at) {
  BEGIN();
  LOCKED();
  struct memory *memory = find(at);
  for (unsigned i = 0; i < count; i++) {
    memset(values[i], 0, size_of_attribute(attributes[i]));
    if (memory && memory->kind != GONE) {
      attribute_of(memory, at, attributes[i], values[i]);
    } else if (attributes[i] == 9) {
      *(int *) values[i] = -2; /* no device */
    }
  }
  return SUCCESS;
}

/* Copies within this library are done when they say so, which is all that is ever asked for. */
API enum result cuPointerSetAttribute(const void *value, int attribute, address at) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  struct memory *memory = find(at);
  bool is_known = memory && memory->kind != GONE;
  return value && is_known && attribute == SYNCHRONOUS_COPIES ? SUCCESS : INVALID_VALUE;
}

/* ---- sharing among processes ---- */

union handle {
  char bytes[64];
  struct {
    char mark[8];
    uint64_t inode;
    uint64_t size;
    int process;
    int file;
    int device;
  };
};

static const char mark[8] = "standin";

API enum result cuIpcGetMemHandle(union handle *handle, address at) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  struct memory *memory = find(at);
  struct stat file;
  if (!handle || !memory || memory->kind != DEVICE) return INVALID_VALUE;
  if (fstat(memory->file, &file) != 0) return INVALID_VALUE;
  memset(handle, 0, sizeof *handle);
  memcpy(handle->mark, mark, sizeof mark);
  handle->inode = file.st_ino;
  handle->size = memory->size;
  handle->process = getpid();
  handle->file = memory->file;
  handle->device = memory->context->device;
  return SUCCESS;
}

static bool is_file(int file, uint64_t inode) {
  struct stat status;
  return fstat(file, &status) == 0 && status.st_ino == inode;
}

static struct memory *find_opened(struct context *context, uint64_t inode) {
  struct memory *memory = memories;
  while (memory && !(memory->kind == OPENED && memory->context == context
                     && is_file(memory->file, inode))) {
    memory = memory->next;
  }
  return memory;
}

/* What was freed since is not taken for what has got the number of its file. */
static int open_file_of(const union handle *handle) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/fd/%d", handle->process, handle->file);
  int file = open(name, O_RDWR | O_CLOEXEC);
  if (file >= 0 && !is_file(file, handle->inode)) {
    close(file);
    return -1;
  }
  return file;
}

API enum result cuIpcOpenMemHandle_v2(address *opened, union handle handle, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  if (!opened || flags != 1) return INVALID_VALUE;
  if (memcmp(handle.mark, mark, sizeof mark) != 0) return INVALID_HANDLE;
  if (handle.process == getpid()) return INVALID_CONTEXT;
  struct memory *memory = find_opened(context, handle.inode);
  if (memory) {
    memory->uses++;
  } else {
    int file = open_file_of(&handle);
    memory = file < 0 ? NULL : map(context, OPENED, file, handle.size);
    if (!memory) return NOT_MAPPED;
  }
  *opened = memory->start;
  return SUCCESS;
}
ALSO(cuIpcOpenMemHandle, cuIpcOpenMemHandle_v2);

API enum result cuIpcCloseMemHandle(address start) {
  BEGIN_IN(context);
  LOCKED();
  (void) context;
  await_all(NULL);
  struct memory *memory = find_start(start, OPENED);
  if (!memory) return INVALID_VALUE;
  if (--memory->uses == 0) unmap(memory);
  return SUCCESS;
}

/* ---- the end of a context ---- */

void release_memory(struct context *context) {
  static const char *const names[] = {"", "device", "opened", "pinned", "registered"};
  for (struct memory *memory = memories, *next; memory; memory = next) {
    next = memory->next;
    if (memory->context != context || memory->kind == GONE) continue;
    report("leaked %zu bytes of %s memory of device %d\n",
        memory->size, names[memory->kind], context->device);
    if (is_on_device(memory)) {
      unmap(memory);
    } else {
      if (memory->kind == PINNED) munmap(memory->bytes, whole_pages(memory->size));
      forget(memory);
    }
  }
}
