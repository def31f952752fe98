/*
 * Preloaded into a redis-server, makes the faults of a machine that a process cannot see otherwise. It maps the file
 * FAULTS: two 64-bit integers, the milliseconds by which the clock is off, and whether fsync fails.
 *
 * Power loss: what is written to the append-only log stays in memory until it is synced, so SIGKILL loses what was not,
 * as a power cut would.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define FILES 1024
static struct { char *bytes; size_t length, room; int is_log; } files[FILES];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static volatile int64_t *faults(void) {
  static volatile int64_t *mapped;
  static int64_t none[2];
  if (mapped) return mapped;
  const char *path = getenv("FAULTS");
  int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0) : -1;
  void *at = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
  if (fd >= 0) syscall(SYS_close, fd);
  mapped = at == MAP_FAILED ? none : at;
  return mapped;
}

static int mark(int fd, const char *path, int flags) {
  if (fd < 0 || fd >= FILES) return fd;
  pthread_mutex_lock(&guard);
  files[fd].is_log = strstr(path, ".incr.aof") && (flags & O_ACCMODE) != O_RDONLY;
  files[fd].length = 0;
  pthread_mutex_unlock(&guard);
  return fd;
}

#define OPEN(name)                                                             \
  int name(const char *path, int flags, ...) {                                 \
    va_list rest;                                                              \
    va_start(rest, flags);                                                     \
    int mode = (flags & O_CREAT) ? va_arg(rest, int) : 0;                      \
    va_end(rest);                                                              \
    return mark((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags); \
  }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *bytes, size_t length) {
  if (fd < 0 || fd >= FILES || !files[fd].is_log) return syscall(SYS_write, fd, bytes, length);
  pthread_mutex_lock(&guard);
  size_t needed = files[fd].length + length;
  if (needed > files[fd].room) {
    files[fd].room = 2 * needed;
    files[fd].bytes = realloc(files[fd].bytes, files[fd].room);
  }
  memcpy(files[fd].bytes + files[fd].length, bytes, length);
  files[fd].length = needed;
  pthread_mutex_unlock(&guard);
  return (ssize_t)length;
}

/* What was written reaches the disk; -1 with errno when it does not. */
static int flush(int fd) {
  if (fd < 0 || fd >= FILES || !files[fd].is_log) return 0;
  pthread_mutex_lock(&guard);
  size_t done = 0;
  int failed = 0;
  while (done < files[fd].length && !failed) {
    ssize_t written = syscall(SYS_write, fd, files[fd].bytes + done, files[fd].length - done);
    if (written < 0) failed = errno;
    else done += (size_t)written;
  }
  files[fd].length = 0;
  pthread_mutex_unlock(&guard);
  errno = failed;
  return failed ? -1 : 0;
}

static int sync_with(long call, int fd) {
  if (fd >= 0 && fd < FILES && files[fd].is_log && faults()[1]) {
    errno = EIO;
    return -1;
  }
  return flush(fd) ? -1 : (int)syscall(call, fd);
}
int fsync(int fd) { return sync_with(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_with(SYS_fdatasync, fd); }

int close(int fd) {
  flush(fd);
  if (fd >= 0 && fd < FILES) files[fd].is_log = 0;
  return (int)syscall(SYS_close, fd);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (failed || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
  int64_t nanoseconds = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec + faults()[0] * 1000000;
  now->tv_sec = nanoseconds / 1000000000;
  now->tv_nsec = nanoseconds % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec real;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &real)) return -1;
  now->tv_sec = real.tv_sec;
  now->tv_usec = real.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec real;
  if (clock_gettime(CLOCK_REALTIME, &real)) return -1;
  if (result) *result = real.tv_sec;
  return real.tv_sec;
}
