// The program around a program that is compiled with sanitizers (its main is called program):
// a process for each run, so that runs behind one that fails are run, too.
//
//   values V...           one run that reads these inputs, then zeros
//   random SEED N [V...]  N runs with random inputs; V: preferred ones
//   each N [V...]         the first N runs in the order of their inputs, each of them taken from V, or from small numbers and limits
//
// It prints a line "== OUTCOME I..." and what the process wrote to stderr for each run that fails (at most 40, of each: 1000),
// and at last "runs N complete C": C is 1 if there are no more runs in that order.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int program(void);
int __sanitizer_install_malloc_and_free_hooks(void (*m)(const volatile void *, size_t), void (*f)(const volatile void *));

enum { most = 4096 };
static struct {
  int n;                  // inputs read
  int assumed;            // the run ended at an assumption
  long long value[most];  // what was read
  int choice[most], choices[most];
} *run; // shared with the process that runs

static enum { values, randomly, each } mode;
static long long given[most];
static int ngiven;
static unsigned long long state;
static int prefix; // of run->choice, chosen by the parent

static unsigned long long rnd(void) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  unsigned long long x = state;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ULL;
  return x ^ x >> 32;
}

static const long long small[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, -1, 'a', 127, 128, 255, 16, 31, 32, 64, 65535, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN};

// within says whether x is a value of the type with so many bytes.
static int within(long long x, int bytes, int is_signed) {
  if (bytes >= 8) return 1;
  long long hi = is_signed ? (1LL << (8 * bytes - 1)) - 1 : (1LL << 8 * bytes) - 1, lo = is_signed ? -hi - 1 : 0;
  return lo <= x && x <= hi;
}

static long long next(int bytes, int is_signed) {
  if (run->n >= most) exit(0);
  int i = run->n++;
  long long v = 0;
  switch (mode) {
  case values:
    v = i < ngiven ? given[i] : 0;
    break;
  case randomly:
    v = (long long)rnd();
    switch (rnd() % 8) {
    case 0: case 1: case 2:
      if (ngiven) { v = given[(unsigned long long)v % ngiven]; break; }
      /* fall through */
    case 3: v = (unsigned long long)v % 10; break;
    case 4: v = (unsigned long long)v % 40 - 8; break;
    case 5: v = small[(unsigned long long)v % (sizeof small / sizeof *small)]; break;
    }
    break;
  case each: {
    const long long *from = ngiven ? given : small;
    int n = ngiven ? ngiven : (int)(sizeof small / sizeof *small);
    long long fit[sizeof given / sizeof *given];
    int k = 0;
    for (int j = 0; j < n; j++)
      if (within(from[j], bytes, is_signed)) fit[k++] = from[j];
    if (i >= prefix) run->choice[i] = 0;
    run->choices[i] = k ? k : 1;
    v = k ? fit[run->choice[i]] : 0;
    break;
  }
  }
  run->value[i] = v;
  return v;
}

#define INPUT(name, T) T __VERIFIER_nondet_##name(void) { return (T)next(sizeof(T), (T)-1 < (T)1); }
INPUT(char, char) INPUT(schar, signed char) INPUT(uchar, unsigned char) INPUT(short, short) INPUT(ushort, unsigned short)
INPUT(int, int) INPUT(uint, unsigned) INPUT(long, long) INPUT(ulong, unsigned long)
INPUT(longlong, long long) INPUT(ulonglong, unsigned long long) INPUT(size_t, size_t)
_Bool __VERIFIER_nondet_bool(void) { return next(1, 0) & 1; }
void __VERIFIER_assume(int c) { if (!c) { run->assumed = 1; _exit(0); } }
void reach_error(void) { fputs("reach_error\n", stderr); _exit(99); }

static int alive, counting;
static void allocated(const volatile void *p, size_t n) { (void)n; if (p && counting) alive++; }
static void freed(const volatile void *p) { if (p && counting) alive--; }
static void at_exit(void) {
  counting = 0;
  if (alive > 0) { fprintf(stderr, "alive: %d\n", alive); _exit(98); }
}

static char text[1 << 16];

static int once(int log) {
  run->n = run->assumed = 0;
  fflush(stdout);
  if (ftruncate(log, 0) || lseek(log, 0, SEEK_SET)) return -1;
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    dup2(log, 2);
    freopen("/dev/null", "w", stdout);
    static char buffer[BUFSIZ];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    alarm(20);
    atexit(at_exit), at_quick_exit(at_exit);
    counting = 1;
    program();
    exit(0);
  }
  int status;
  if (waitpid(child, &status, 0) < 0) return -1;
  return status;
}

int main(int argc, char **argv) {
  long n = 1;
  int from = 2;
  if (argc < 2) return 2;
  if (!strcmp(argv[1], "random") && argc > 3) mode = randomly, state = strtoull(argv[2], 0, 10), n = atol(argv[3]), from = 4;
  if (!strcmp(argv[1], "each") && argc > 2) mode = each, n = atol(argv[2]), from = 3;
  for (int i = from; i < argc && ngiven < most; i++) given[ngiven++] = (long long)strtoull(argv[i], 0, 0);
  run = mmap(0, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  FILE *f = tmpfile();
  if (run == MAP_FAILED || !f || __sanitizer_install_malloc_and_free_hooks(allocated, freed) <= 0) return 2;
  int log = fileno(f), shown = 0, complete = 0;
  long done = 0;
  for (; done < n && !complete; done++) {
    int status = once(log);
    if (status < 0) return 2;
    rnd();
    if (status && shown < (mode == each ? 1000 : 40)) {
      shown++;
      printf("== %x", status);
      for (int i = 0; i < run->n; i++) printf(" %lld", run->value[i]);
      long k = pread(log, text, sizeof text - 1, 0);
      text[k < 0 ? 0 : k] = 0;
      printf("\n%s\n", text);
    }
    if (mode == each) { // the next one: the last input that can be another, which leaves those before it
      int i = run->n;
      while (i > 0 && run->choice[i - 1] + 1 >= run->choices[i - 1]) i--;
      if (i > 0) run->choice[i - 1]++;
      prefix = i;
      complete = i == 0;
    }
  }
  printf("runs %ld complete %d\n", done, complete);
  return 0;
}
