/*
 * A stand-in for NVIDIA's driver library, for tests only: "device memory" is host memory that only
 * this library can touch, and every stream is a thread. It is no GPU and says nothing of speed.
 *
 *   standin_devices.c   devices, contexts, what the environment asks for
 *   standin_memory.c    device memory, pinned memory, sharing memory among processes
 *   standin_streams.c   streams, events
 *   standin_work.c      what streams do: copies, fills, kernels
 *   standin_refused.c   functions that exist and refuse
 */
#ifndef STANDIN_H
#define STANDIN_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything but these functions stays inside. */
#define API __attribute__((visibility("default")))
#pragma GCC visibility push(hidden)

/* A second name of a function whose parameters are the same. */
#define ALSO(name, function) API extern __typeof__(function) name __attribute__((alias(#function)))

typedef uint64_t address; /* CUdeviceptr */

enum result {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  DEVICE_UNAVAILABLE = 46,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  NOT_MAPPED = 205,
  INVALID_PTX = 218,
  UNSUPPORTED_PTX_VERSION = 222,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  PEER_ACCESS_ALREADY_ENABLED = 704,
  PEER_ACCESS_NOT_ENABLED = 705,
  PRIMARY_CONTEXT_ACTIVE = 708,
  CONTEXT_IS_DESTROYED = 709,
  HOST_MEMORY_ALREADY_REGISTERED = 712,
  HOST_MEMORY_NOT_REGISTERED = 713,
  LAUNCH_FAILED = 719,
  NOT_SUPPORTED = 801
};

/* ---- devices and contexts ---- */

enum { MOST_DEVICES = 16 };

struct context {
  struct context *next;
  int device;
  bool alive;
  bool primary;
  unsigned flags;
  int retained;          /* of a primary context */
  unsigned peers;        /* a bit for each device whose memory kernels may use */
  enum result broken;    /* what work failed with: all that follows says so, too */
  struct stream *legacy; /* the stream that has no handle */
};

/* The beginning of each function: it ends here where it is made to fail or can't be used now. */
#define BEGIN()                               \
  do {                                        \
    enum result refusal = begin(__func__);    \
    if (refusal) return refusal;              \
  } while (0)

#define BEGIN_IN(context)                                          \
  struct context *context;                                         \
  do {                                                             \
    enum result refusal = begin_in_context(__func__, &context);    \
    if (refusal) return refusal;                                   \
  } while (0)

enum result begin(const char *function);
enum result planned_failure(const char *function);
enum result begin_in_context(const char *function, struct context **current);
int device_count(void);
int capability(void); /* 80 is 8.0 */
uint64_t setting(const char *name, uint64_t otherwise);

/* Guards all that is not of one thread. */
extern pthread_mutex_t lock;

/* Holds the lock up to the end of the block. */
#define LOCKED() pthread_mutex_t *held __attribute__((cleanup(release_lock), unused)) = take_lock()

static inline pthread_mutex_t *take_lock(void) {
  pthread_mutex_lock(&lock);
  return &lock;
}

static inline void release_lock(pthread_mutex_t **held) { pthread_mutex_unlock(*held); }

/* ---- memory; all of it is called with the lock held ---- */

enum kind { PAGEABLE, DEVICE, OPENED, PINNED, REGISTERED, GONE };

struct memory {
  struct memory *next;
  struct context *context;
  enum kind kind;
  address start; /* as the application knows it */
  char *bytes;   /* as this library reaches it */
  size_t size;
  int file;      /* behind device memory, or -1 */
  uint64_t serial;
  int uses;      /* of memory that was opened */
};

/* Where bytes are, for work. */
struct place {
  char *bytes;
  enum kind kind;
  int device;
};

/* Finds what is at an address; false where a known piece of memory ends early or was freed. */
bool find_place(address start, size_t size, struct place *place);
void release_memory(struct context *context);

/* ---- streams ---- */

struct stream {
  struct stream *next;
  struct context *context;
  unsigned flags;
  int priority;
  unsigned seed;
  bool destroyed;
  uint64_t queued;   /* pieces of work so far */
  uint64_t finished; /* of these */
  struct work *first;
  struct work **last;
};

/* What a stream does, with a copy of its argument, and without the lock. */
typedef enum result task(void *argument);

struct stream *new_stream(struct context *context, unsigned flags, int priority);
struct stream *find_stream(struct context *context, void *handle);
void enqueue(struct stream *stream, task *task, const void *argument, size_t size);
void await_stream(struct stream *stream);
void await_all(struct context *context); /* of all contexts where it is null */
void release_streams(struct context *context);

/* ---- the report ---- */

enum direction { WITHIN_HOST, TO_DEVICE, TO_HOST, WITHIN_DEVICES, DIRECTIONS };

extern uint64_t bytes_copied[DIRECTIONS];

__attribute__((format(printf, 1, 2))) void report(const char *format, ...);

#pragma GCC visibility pop

#endif
