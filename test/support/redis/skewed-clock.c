/* Preloaded into a redis-server, shifts the time of day that it sees by SKEW_MS milliseconds. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long skew_ms(void) {
  const char *text = getenv("SKEW_MS");
  return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (failed || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
  long nanoseconds = now->tv_nsec + (skew_ms() % 1000) * 1000000;
  now->tv_sec += skew_ms() / 1000 + (nanoseconds >= 1000000000) - (nanoseconds < 0);
  now->tv_nsec = (nanoseconds + 1000000000) % 1000000000;
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
