<%- /* The runtime of a program that package cprint prints. See ctext.go. */ -%>
<%- /* The inputs of a run. In a program that reads them from standard input the table comes from there. */ -%>
<% define "record" -%>
struct tandem_record {
  int site, occ;       /* where, and which execution of it, from 0 */
  long long off;       /* offset of uninitialised bytes; -1 for a pointer itself */
  int size;            /* bytes */
  unsigned long long bits;
<%if .Places%>  int at;              /* bits is an offset in the at-th object of tandem_places, from 1; 0: a number */
<%end%>};
<%if .Stdin%>static struct tandem_record *tandem_records;
static int tandem_num;

<%end%><% end %>

<%- /* How a run ends: the first functions that every program has. */ -%>
<% define "ends" -%>
extern int printf(const char *, ...);
extern int scanf(const char *, ...);
extern void exit(int) __attribute__((noreturn));
extern void *malloc(tandem_size);

<%if .Trace%>static unsigned long long tandem_trace = 0xcbf29ce484222325ull, tandem_branches;
static void tandem_mark(int side) {
  tandem_trace = (tandem_trace ^ (unsigned long long)side) * 0x100000001b3ull;
  tandem_branches++;
}

<%end%>static void __attribute__((noreturn)) tandem_end(int status) {
<%if .Trace%>  printf("tandem: trace %llu %016llx\n", tandem_branches, tandem_trace);
<%end%>  exit(status);
}

static void __attribute__((noreturn)) tandem_finished(void) {
  printf("tandem: finished\n");
  tandem_end(<%.Exit.Finished%>);
}

static void __attribute__((noreturn)) tandem_blocked(const char *guard) {
  printf("tandem: assumption false (%s)\n", guard);
  tandem_end(<%.Exit.Blocked%>);
}

static void __attribute__((noreturn)) tandem_undefined(const char *what) {
  printf("tandem: undefined behaviour: %s\n", what);
  tandem_end(<%.Exit.Undefined%>);
}

static void __attribute__((noreturn)) tandem_unsupported(const char *what) {
  printf("tandem: not executable: %s\n", what);
  tandem_end(<%.Exit.Unsupported%>);
}

static void __attribute__((noreturn)) tandem_memory(void) {
  printf("tandem: out of memory\n");
  tandem_end(<%.Exit.Memory%>);
}

static void __attribute__((noreturn)) tandem_missing(int site, int occ) {
  printf("tandem: no input for %s, occurrence %d\n", tandem_keys[site], occ);
  tandem_end(<%.Exit.NoInput%>);
}

<% end %>

<%- /* Obligations, inputs, and memory. */ -%>
<% define "memory" -%>
static void __attribute__((noreturn)) tandem_violated(int obligation) {
  static const char *const text[] = {
<%range .Obligations%>    <%.%>,
<%end%>    ""
  };
  printf("tandem: obligation %d violated: %s\n", obligation, text[obligation]);
  tandem_end(<%.Exit.Violated%>);
}

<%if .Fuel%>static unsigned long long tandem_used;
static void tandem_use(unsigned long long n) {
  if (n > <%.Fuel%>ull - tandem_used) {
    printf("tandem: fuel used up\n");
    tandem_end(<%.Exit.Fuel%>);
  }
  tandem_used += n;
}

<%end%>/* The first record of the table that is not before (site, occ, off). */
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
  return <%if .Places%>tandem_value(&tandem_records[i])<%else%>tandem_records[i].bits<%end%>;
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
<%if .Places%>  tandem_made(site, occ, (tandem_ptr)at);
<%end%>  for (i = tandem_find(site, occ, 0); i < tandem_num && tandem_records[i].site == site && tandem_records[i].occ == occ; i++)
    for (k = 0; k < tandem_records[i].size; k++)
      if ((unsigned long long)tandem_records[i].off + (unsigned long long)k < n)
        b[tandem_records[i].off + k] = (unsigned char)(<%if .Places%>tandem_value(&tandem_records[i])<%else%>tandem_records[i].bits<%end%> >> (8 * k));
}

static void tandem_fill(void *at, unsigned long long n, int site) {
  tandem_contents(at, n, site, site < 0 ? 0 : tandem_occ[site]++);
}

<%if .Blocks%><%template "blocks"%><%end%><%if .Asks%><%template "valid"%><%end%>static tandem_ptr tandem_alloc(unsigned long long n, int zeroed, int site) {
  void *p = n > 0x7fffffff ? 0 : <%if .Asks%>tandem_room(n)<%else%>malloc((tandem_size)n + 1)<%end%>;
  if (!p)
    tandem_memory();
<%if .Blocks%>  tandem_note((tandem_ptr)p, n);
<%end%>  tandem_fill(p, n, site);
  if (zeroed)
    __builtin_memset(p, 0, (tandem_size)n);
  return (tandem_ptr)p;
}

/* A pointer input: null, or a new object of n bytes with arbitrary contents. */
static tandem_ptr tandem_pointer(int site, unsigned long long n) {
  int occ = tandem_occ[site]++;
  void *p = 0;
  if (tandem_read(site, occ, -1)) {
    p = <%if .Asks%>tandem_room(n)<%else%>malloc((tandem_size)n + 1)<%end%>;
    if (!p)
      tandem_memory();
<%if .Asks%>    tandem_note((tandem_ptr)p, n);
    tandem_outer((tandem_ptr)p);
<%end%>    tandem_contents(p, n, site, occ);
  }
  return (tandem_ptr)p;
}

static void tandem_havoc(tandem_ptr at, unsigned long long n, int site) {
  <%if .Fuel%>tandem_use((n + 63) / 64);
  <%end%>tandem_fill((void *)at, n, site);
}

/* Addresses are never used twice, so that a freed object keeps its own. */
static void tandem_free(tandem_ptr at) { <%if .Asks%>tandem_dead(at);<%else%>(void)at;<%end%> }

static void tandem_copy(tandem_ptr to, tandem_ptr from, unsigned long long n) {
  <%if .Fuel%>tandem_use((n + 63) / 64);
  <%end%>if (n)
    __builtin_memmove((void *)to, (const void *)from, (tandem_size)n);
}

static void tandem_set(tandem_ptr to, unsigned char b, unsigned long long n) {
  <%if .Fuel%>tandem_use((n + 63) / 64);
  <%end%>if (n)
    __builtin_memset((void *)to, b, (tandem_size)n);
}

<% end %>

<% define "main" -%>
int main(void) {
<%if .Stdin%>  int i, n = 0;
  if (scanf("%d", &n) != 1 || n < 0)
    tandem_undefined("no table of inputs on standard input");
  tandem_records = malloc((tandem_size)(n + 1) * sizeof *tandem_records);
  if (!tandem_records)
    tandem_memory();
  for (i = 0; i < n; i++) {
    struct tandem_record *r = &tandem_records[i];
    if (scanf("%d %d %lld %d %llu", &r->site, &r->occ, &r->off, &r->size, &r->bits) != 5)
      tandem_undefined("table of inputs cut short");
  }
  tandem_num = n;
<%end%>  tandem_init();
  tandem_start();
  tandem_finished();
}
<% end %>

<%- /* What is left to warn of is in the nature of generated code, or undefined behaviour of the user's program. */ -%>
<% define "warnings" -%>
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
<% end %>
