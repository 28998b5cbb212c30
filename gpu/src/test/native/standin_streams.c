/* Streams, each of them a thread, and events. */
#define _GNU_SOURCE
#include "standin.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NON_BLOCKING = 1, WITHOUT_TIME = 2, BETWEEN_PROCESSES = 4 };

struct work {
  struct work *next;
  task *task;
  char argument[] __attribute__((aligned(16)));
};

/* After this many pieces of work of a stream. */
struct point {
  struct stream *stream; /* null: reached */
  uint64_t count;
};

struct event {
  struct event *next;
  struct context *context;
  unsigned flags;
  bool destroyed;
  struct point point;
  struct timespec time;
};

/* Nothing leaves these lists, so that what was destroyed is known when it is used. */
static struct stream *streams;
static struct event *events;
static pthread_cond_t progress = PTHREAD_COND_INITIALIZER;

static bool is_reached(struct point point) {
  return !point.stream || point.stream->finished >= point.count;
}

static void await(struct point point) {
  while (!is_reached(point)) pthread_cond_wait(&progress, &lock);
}

static struct point end_of(struct stream *stream) {
  return (struct point) {stream, stream->queued};
}

/* ---- the thread of a stream ---- */

static void dawdle(struct stream *stream, unsigned longest) {
  if (longest) usleep(rand_r(&stream->seed) % longest);
}

static void serve_one(struct stream *stream, unsigned longest_delay) {
  struct work *work = stream->first;
  bool broken = stream->context->broken;
  pthread_mutex_unlock(&lock);
  dawdle(stream, longest_delay);
  enum result result = broken ? SUCCESS : work->task(work->argument);
  pthread_mutex_lock(&lock);
  if (result && !stream->context->broken) stream->context->broken = result;
  stream->first = work->next;
  if (!stream->first) stream->last = &stream->first;
  stream->finished++;
  pthread_cond_broadcast(&progress);
  free(work);
}

static void *serve(void *argument) {
  struct stream *stream = argument;
  unsigned longest_delay = (unsigned) setting("STANDIN_DELAY_US", 0);
  LOCKED();
  while (stream->first || !stream->destroyed) {
    if (stream->first) {
      serve_one(stream, longest_delay);
    } else {
      pthread_cond_wait(&progress, &lock);
    }
  }
  return NULL;
}

struct stream *new_stream(struct context *context, unsigned flags, int priority) {
  static unsigned made;
  struct stream *stream = calloc(1, sizeof *stream);
  stream->context = context;
  stream->flags = flags;
  stream->priority = priority;
  stream->seed = (unsigned) setting("STANDIN_SEED", 1) * 7919 + made++;
  stream->last = &stream->first;
  stream->next = streams;
  streams = stream;
  pthread_t thread;
  pthread_create(&thread, NULL, serve, stream);
  pthread_detach(thread);
  return stream;
}

static void append(struct stream *stream, task *task, const void *argument, size_t size) {
  struct work *work = malloc(sizeof *work + size);
  work->next = NULL;
  work->task = task;
  memcpy(work->argument, argument, size);
  *stream->last = work;
  stream->last = &work->next;
  stream->queued++;
  pthread_cond_broadcast(&progress);
}

static enum result wait_in_stream(void *argument) {
  LOCKED();
  await(*(struct point *) argument);
  return SUCCESS;
}

static void append_wait(struct stream *stream, struct point point) {
  if (!is_reached(point)) append(stream, wait_in_stream, &point, sizeof point);
}

/* The stream without a handle and the blocking ones run one after the other. */
static bool takes_turns(struct stream *one, struct stream *other) {
  return one != other && one->context == other->context
      && (one == one->context->legacy || other == one->context->legacy)
      && !((one->flags | other->flags) & NON_BLOCKING);
}

void enqueue(struct stream *stream, task *task, const void *argument, size_t size) {
  for (struct stream *other = streams; other; other = other->next) {
    if (takes_turns(stream, other)) append_wait(stream, end_of(other));
  }
  append(stream, task, argument, size);
}

static bool is_idle(struct stream *stream) {
  bool idle = is_reached(end_of(stream));
  for (struct stream *other = streams; stream == stream->context->legacy && other;
       other = other->next) {
    idle &= !takes_turns(stream, other) || is_reached(end_of(other));
  }
  return idle;
}

void await_stream(struct stream *stream) {
  for (struct stream *other = streams; stream == stream->context->legacy && other;
       other = other->next) {
    if (takes_turns(stream, other)) await(end_of(other));
  }
  await(end_of(stream));
}

void await_all(struct context *context) {
  for (struct stream *stream = streams; stream; stream = stream->next) {
    if (!context || stream->context == context) await(end_of(stream));
  }
}

void release_streams(struct context *context) {
  for (struct stream *stream = streams; stream; stream = stream->next) {
    if (stream->context == context && !stream->destroyed) {
      if (stream != context->legacy) report("leaked a stream of device %d\n", context->device);
      stream->destroyed = true;
    }
  }
  for (struct event *event = events; event; event = event->next) {
    if (event->context == context && !event->destroyed) {
      report("leaked an event of device %d\n", context->device);
      event->destroyed = true;
    }
  }
  pthread_cond_broadcast(&progress);
}

/* ---- streams ---- */

enum { LEGACY_HANDLE = 1 };

struct stream *find_stream(struct context *context, void *handle) {
  if ((uintptr_t) handle <= LEGACY_HANDLE) return context->legacy;
  struct stream *stream = streams;
  while (stream && stream != handle) stream = stream->next;
  return stream && !stream->destroyed ? stream : NULL;
}

API enum result cuStreamCreateWithPriority(struct stream **made, unsigned flags, int priority) {
  BEGIN_IN(context);
  LOCKED();
  if (!made || flags > NON_BLOCKING) return INVALID_VALUE;
  *made = new_stream(context, flags, priority);
  return SUCCESS;
}

API enum result cuStreamCreate(struct stream **made, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  if (!made || flags > NON_BLOCKING) return INVALID_VALUE;
  *made = new_stream(context, flags, 0);
  return SUCCESS;
}

API enum result cuStreamDestroy_v2(void *handle) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream || stream == context->legacy) return INVALID_HANDLE;
  stream->destroyed = true;
  pthread_cond_broadcast(&progress);
  return SUCCESS;
}
ALSO(cuStreamDestroy, cuStreamDestroy_v2);

API enum result cuStreamQuery(void *handle) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream) return INVALID_HANDLE;
  return is_idle(stream) ? stream->context->broken : NOT_READY;
}

API enum result cuStreamSynchronize(void *handle) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream) return INVALID_HANDLE;
  await_stream(stream);
  return stream->context->broken;
}

struct callback {
  void (*function)(struct stream *stream, enum result status, void *argument);
  struct stream *stream;
  void *argument;
};

static enum result call_back(void *argument) {
  const struct callback *callback = argument;
  callback->function(callback->stream, callback->stream->context->broken, callback->argument);
  return SUCCESS;
}

/* The function is called by the stream's thread, and may call nothing of this library. */
API enum result cuStreamAddCallback(
    void *handle, void (*function)(struct stream *, enum result, void *), void *argument,
    unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream) return INVALID_HANDLE;
  if (!function || flags) return INVALID_VALUE;
  struct callback callback = {function, stream, argument};
  enqueue(stream, call_back, &callback, sizeof callback);
  return SUCCESS;
}

API enum result cuStreamGetPriority(void *handle, int *priority) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream) return INVALID_HANDLE;
  *priority = stream->priority;
  return SUCCESS;
}

API enum result cuStreamGetFlags(void *handle, unsigned *flags) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream) return INVALID_HANDLE;
  *flags = stream->flags;
  return SUCCESS;
}

API enum result cuStreamGetCtx(void *handle, struct context **of) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream) return INVALID_HANDLE;
  *of = stream->context;
  return SUCCESS;
}

/* ---- events ---- */

static bool is_event(struct event *event) {
  struct event *known = events;
  while (known && known != event) known = known->next;
  return known && !known->destroyed;
}

API enum result cuEventCreate(struct event **made, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  if (!made || flags > 7) return INVALID_VALUE;
  if (flags & BETWEEN_PROCESSES) return NOT_SUPPORTED;
  struct event *event = calloc(1, sizeof *event);
  event->context = context;
  event->flags = flags;
  event->next = events;
  events = *made = event;
  return SUCCESS;
}

API enum result cuEventDestroy_v2(struct event *event) {
  BEGIN_IN(context);
  LOCKED();
  if (!is_event(event)) return INVALID_HANDLE;
  event->destroyed = true;
  return SUCCESS;
}
ALSO(cuEventDestroy, cuEventDestroy_v2);

static enum result note_time(void *argument) {
  LOCKED();
  clock_gettime(CLOCK_MONOTONIC, &(*(struct event **) argument)->time);
  return SUCCESS;
}

API enum result cuEventRecord(struct event *event, void *handle) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream || !is_event(event) || event->context != stream->context) return INVALID_HANDLE;
  enqueue(stream, note_time, &event, sizeof event);
  event->point = end_of(stream);
  return SUCCESS;
}

API enum result cuEventQuery(struct event *event) {
  BEGIN_IN(context);
  LOCKED();
  if (!is_event(event)) return INVALID_HANDLE;
  return is_reached(event->point) ? event->context->broken : NOT_READY;
}

API enum result cuEventSynchronize(struct event *event) {
  BEGIN_IN(context);
  LOCKED();
  if (!is_event(event)) return INVALID_HANDLE;
  await(event->point);
  return event->context->broken;
}

API enum result cuStreamWaitEvent(void *handle, struct event *event, unsigned flags) {
  BEGIN_IN(context);
  LOCKED();
  struct stream *stream = find_stream(context, handle);
  if (!stream || !is_event(event)) return INVALID_HANDLE;
  if (flags) return INVALID_VALUE;
  if (!is_reached(event->point)) {
    enqueue(stream, wait_in_stream, &event->point, sizeof event->point);
  }
  return SUCCESS;
}

static bool has_time(struct event *event) {
  return event->point.stream && !(event->flags & WITHOUT_TIME);
}

API enum result cuEventElapsedTime(float *milliseconds, struct event *from, struct event *to) {
  BEGIN_IN(context);
  LOCKED();
  if (!milliseconds) return INVALID_VALUE;
  if (!is_event(from) || !is_event(to) || !has_time(from) || !has_time(to)) return INVALID_HANDLE;
  if (!is_reached(from->point) || !is_reached(to->point)) return NOT_READY;
  *milliseconds = (to->time.tv_sec - from->time.tv_sec) * 1e3f
      + (to->time.tv_nsec - from->time.tv_nsec) * 1e-6f;
  return SUCCESS;
}
ALSO(cuEventElapsedTime_v2, cuEventElapsedTime);
