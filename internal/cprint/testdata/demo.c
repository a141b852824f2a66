/* Made by Tandem from its representation of the program:
 *   demo.c
 * unreach-call violated * / at demo.c:7
 *
 * Compile and run:  gcc -std=gnu11 -g -m32 -msse2 -mfpmath=sse -ffp-contract=off THIS.c -lm && ./a.out; echo $?
 * Exit status: 0 finished, 107 an obligation is violated, 108 an assumption is false,
 * 109 an input is missing, 110 undefined behaviour, 111 out of memory, 112 not executable.
 * Bytes that the test does not fix are 0xA5. Freed memory is never used again.
 */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-label"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-parameter"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wsign-compare"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wself-assign"
#pragma clang diagnostic ignored "-Wparentheses-equality"
#pragma clang diagnostic ignored "-Wconstant-conversion"
#else
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#if __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif
#endif

typedef __UINTPTR_TYPE__ tandem_ptr;
typedef __SIZE_TYPE__ tandem_size;
_Static_assert(sizeof(void *) == 4, "compile with -m32");

struct tandem_record {
  int site, occ;       /* where, and which execution of it, from 0 */
  long long off;       /* offset of uninitialised bytes; -1 for a pointer itself */
  int size;            /* bytes */
  unsigned long long bits;
};
static const struct tandem_record tandem_records[] = {
  {0, 0, 0, 4, 0x2ull}, /* n@demo.c:4:7 */
  {1, 0, 4, 4, 0x7ull}, /* buf@demo.c:3:3 */
  {-1, 0, 0, 0, 0}
};
static const int tandem_num = 2;

static int tandem_occ[2]; /* executions of each input site so far */
static const char *const tandem_keys[] = {
  "n@demo.c:4:7",
  "buf@demo.c:3:3",
  ""
};

extern int printf(const char *, ...);
extern int scanf(const char *, ...);
extern void exit(int) __attribute__((noreturn));
extern void *malloc(tandem_size);

static void __attribute__((noreturn)) tandem_end(int status) {
  exit(status);
}

static void __attribute__((noreturn)) tandem_finished(void) {
  printf("tandem: finished\n");
  tandem_end(0);
}

static void __attribute__((noreturn)) tandem_blocked(const char *guard) {
  printf("tandem: assumption false (%s)\n", guard);
  tandem_end(108);
}

static void __attribute__((noreturn)) tandem_undefined(const char *what) {
  printf("tandem: undefined behaviour: %s\n", what);
  tandem_end(110);
}

static void __attribute__((noreturn)) tandem_unsupported(const char *what) {
  printf("tandem: not executable: %s\n", what);
  tandem_end(112);
}

static void __attribute__((noreturn)) tandem_memory(void) {
  printf("tandem: out of memory\n");
  tandem_end(111);
}

static void __attribute__((noreturn)) tandem_missing(int site, int occ) {
  printf("tandem: no input for %s, occurrence %d\n", tandem_keys[site], occ);
  tandem_end(109);
}

static void __attribute__((noreturn)) tandem_violated(int obligation) {
  static const char *const text[] = {
    "reach_error() at demo.c:7",
    ""
  };
  printf("tandem: obligation %d violated: %s\n", obligation, text[obligation]);
  tandem_end(107);
}

/* The first record of the table that is not before (site, occ, off). */
static int tandem_find(int site, int occ, long long off) {
  int lo = 0, hi = tandem_num;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    const struct tandem_record *r = &tandem_records[mid];
    if (r->site < site || (r->site == site && (r->occ < occ || (r->occ == occ && r->off < off))))
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static unsigned long long tandem_read(int site, int occ, long long off) {
  int i = tandem_find(site, occ, off);
  if (i == tandem_num || tandem_records[i].site != site || tandem_records[i].occ != occ || tandem_records[i].off != off)
    tandem_missing(site, occ);
  return tandem_records[i].bits;
}

/* The next value of a site. */
static unsigned long long tandem_input(int site) { return tandem_read(site, tandem_occ[site]++, 0); }

/* Arbitrary contents for n bytes: those of the test, 0xA5 for the others. */
static void tandem_contents(void *at, unsigned long long n, int site, int occ) {
  unsigned char *b = at;
  int i, k;
  __builtin_memset(at, site < 0 ? 0 : 0xA5, (tandem_size)n);
  if (site < 0)
    return;
  for (i = tandem_find(site, occ, 0); i < tandem_num && tandem_records[i].site == site && tandem_records[i].occ == occ; i++)
    for (k = 0; k < tandem_records[i].size; k++)
      if ((unsigned long long)tandem_records[i].off + (unsigned long long)k < n)
        b[tandem_records[i].off + k] = (unsigned char)(tandem_records[i].bits >> (8 * k));
}

static void tandem_fill(void *at, unsigned long long n, int site) {
  tandem_contents(at, n, site, site < 0 ? 0 : tandem_occ[site]++);
}

static tandem_ptr tandem_alloc(unsigned long long n, int zeroed, int site) {
  void *p = n > 0x7fffffff ? 0 : malloc((tandem_size)n + 1);
  if (!p)
    tandem_memory();
  tandem_fill(p, n, site);
  if (zeroed)
    __builtin_memset(p, 0, (tandem_size)n);
  return (tandem_ptr)p;
}

/* A pointer input: null, or a new object of n bytes with arbitrary contents. */
static tandem_ptr tandem_pointer(int site, unsigned long long n) {
  int occ = tandem_occ[site]++;
  void *p = 0;
  if (tandem_read(site, occ, -1)) {
    p = malloc((tandem_size)n + 1);
    if (!p)
      tandem_memory();
    tandem_contents(p, n, site, occ);
  }
  return (tandem_ptr)p;
}

static void tandem_havoc(tandem_ptr at, unsigned long long n, int site) {
  tandem_fill((void *)at, n, site);
}

/* Addresses are never used twice, so that a freed object keeps its own. */
static void tandem_free(tandem_ptr at) { (void)at; }

static void tandem_copy(tandem_ptr to, tandem_ptr from, unsigned long long n) {
  if (n)
    __builtin_memmove((void *)to, (const void *)from, (tandem_size)n);
}

static void tandem_set(tandem_ptr to, unsigned char b, unsigned long long n) {
  if (n)
    __builtin_memset((void *)to, b, (tandem_size)n);
}

static inline tandem_ptr tandem_load_ptr(tandem_ptr a) {
  tandem_ptr x;
  __builtin_memcpy(&x, (const void *)a, sizeof x);
  return x;
}

static inline int tandem_load_i32(tandem_ptr a) {
  int x;
  __builtin_memcpy(&x, (const void *)a, sizeof x);
  return x;
}

static inline int tandem_div_i32(int x, int y) { return y == 0 ? (x < 0 ? 1 : -1) : y == -1 ? (int)(0u - (unsigned int)x) : x / y; }

static inline void tandem_store_ptr(tandem_ptr a, tandem_ptr x) {
  __builtin_memcpy((void *)a, &x, sizeof x);
}

static unsigned int count = 3u;
static int table[3] __attribute__((aligned(4))) = {1, (-2)};
static unsigned char links[8] __attribute__((aligned(4)));

static void tandem_start(void);
static int main_1(void);

static void tandem_init(void) {
  tandem_store_ptr((tandem_ptr)links + 4u, ((tandem_ptr)table) + 4u);
}

int main(void) {
  tandem_init();
  tandem_start();
  tandem_finished();
}
static void tandem_start(void) {
  main_1();
  return;
}

#line 1 "demo.c"
static int main_1(void) {
  int n = 0;
  tandem_ptr p = 0;
  int x = 0;
  int int_1 = 0;
  unsigned char buf[8] __attribute__((aligned(4)));
#line 3 "demo.c"
  tandem_fill(buf, 8, 1);
  n = (int)tandem_input(0);
L2:;
#line 4 "demo.c"
  if (n <= 0) { goto L4; }
  n = (int)((unsigned int)n - (unsigned int)1);
#line 5 "demo.c"
  p = tandem_load_ptr(((tandem_ptr)links) + 4u);
#line 5 "demo.c"
  x = tandem_load_i32(p + (tandem_ptr)n * 4u);
#line 5 "demo.c"
  count = count + ((unsigned int)tandem_div_i32(x, (n | 1)));
  goto L2;
L4:;
#line 6 "demo.c"
  int_1 = tandem_load_i32(((tandem_ptr)buf) + 4u);
  if (!(int_1 == 7)) { goto L11; }
#line 7 "demo.c"
  tandem_violated(0);
L11:;
#line 8 "demo.c"
  return (int)count;
}

