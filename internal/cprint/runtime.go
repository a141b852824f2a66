package cprint

import (
	"bytes"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// table writes the inputs and the names for messages.
func (g *gen) table(b *bytes.Buffer) {
	b.WriteString(`struct tandem_record {
  int site, occ;       /* where, and which execution of it, from 0 */
  long long off;       /* offset of uninitialised bytes; -1 for a pointer itself */
  int size;            /* bytes */
  unsigned long long bits;
`)
	if g.places() {
		b.WriteString("  int at;              /* bits is an offset in the at-th object of tandem_places, from 1; 0: a " +
			"number */\n")
	}
	b.WriteString("};\n")
	if g.opt.Stdin {
		b.WriteString("static struct tandem_record *tandem_records;\nstatic int tandem_num;\n\n")
	} else {
		rs := sorted(g.opt.Records)
		fmt.Fprintf(b, "static const struct tandem_record tandem_records[] = {\n")
		for _, r := range rs {
			key := ""
			if r.Site >= 0 && r.Site < len(g.p.Sites) {
				key = " /* " + commentText(g.p.Sites[r.Site].Key) + " */"
			}
			if r.At.Kind != ir.Number {
				fmt.Fprintf(b, "  {%d, %d, %d, %d, %#xull, %d}, /* %s */\n", r.Site, r.Occ, r.Off, r.Type.Size(), uint64(r.At.Off),
					g.placeOf(r.At), commentText(ir.PlaceText(g.p, r.At)))
				continue
			}
			fmt.Fprintf(b, "  {%d, %d, %d, %d, %#xull},%s\n", r.Site, r.Occ, r.Off, r.Type.Size(), r.Bits, key)
		}
		fmt.Fprintf(b, "  {-1, 0, 0, 0, 0}\n};\nstatic const int tandem_num = %d;\n\n", len(rs))
	}
	fmt.Fprintf(b, "static int tandem_occ[%d]; /* executions of each input site so far */\n", max(len(g.p.Sites), 1))
	b.WriteString("static const char *const tandem_keys[] = {\n")
	for _, s := range g.p.Sites {
		fmt.Fprintf(b, "  %s,\n", cstring(s.Key))
	}
	b.WriteString("  \"\"\n};\n\n")
	g.placeTable(b)
}

func commentText(s string) string {
	return string(bytes.ReplaceAll([]byte(s), []byte("*/"), []byte("* /")))
}

// runtime writes the functions that every program has.
func (g *gen) runtime(b *bytes.Buffer) {
	b.WriteString(`extern int printf(const char *, ...);
extern int scanf(const char *, ...);
extern void exit(int) __attribute__((noreturn));
extern void *malloc(tandem_size);

`)
	end := "  exit(status);\n"
	if g.opt.Trace {
		b.WriteString(`static unsigned long long tandem_trace = 0xcbf29ce484222325ull, tandem_branches;
static void tandem_mark(int side) {
  tandem_trace = (tandem_trace ^ (unsigned long long)side) * 0x100000001b3ull;
  tandem_branches++;
}

`)
		end = "  printf(\"tandem: trace %llu %016llx\\n\", tandem_branches, tandem_trace);\n" + end
	}
	fmt.Fprintf(b, `static void __attribute__((noreturn)) tandem_end(int status) {
%s}

static void __attribute__((noreturn)) tandem_finished(void) {
  printf("tandem: finished\n");
  tandem_end(%d);
}

static void __attribute__((noreturn)) tandem_blocked(const char *guard) {
  printf("tandem: assumption false (%%s)\n", guard);
  tandem_end(%d);
}

static void __attribute__((noreturn)) tandem_undefined(const char *what) {
  printf("tandem: undefined behaviour: %%s\n", what);
  tandem_end(%d);
}

static void __attribute__((noreturn)) tandem_unsupported(const char *what) {
  printf("tandem: not executable: %%s\n", what);
  tandem_end(%d);
}

static void __attribute__((noreturn)) tandem_memory(void) {
  printf("tandem: out of memory\n");
  tandem_end(%d);
}

static void __attribute__((noreturn)) tandem_missing(int site, int occ) {
  printf("tandem: no input for %%s, occurrence %%d\n", tandem_keys[site], occ);
  tandem_end(%d);
}

`, end, ExitFinished, ExitBlocked, ExitUndefined, ExitUnsupported, ExitMemory, ExitNoInput)
	blocks, note, noteInput, room, free := "", "", "", "malloc((tandem_size)n + 1)", "(void)at;"
	if g.asks || g.asksExtent() {
		blocks, note = blocksText, "  tandem_note((tandem_ptr)p, n);\n"
	}
	if g.asks {
		blocks, noteInput, room, free = blocks+validText, "  "+note+"    tandem_outer((tandem_ptr)p);\n", "tandem_room(n)",
			"tandem_dead(at);"
	}
	fuel, bulk := "", ""
	if g.opt.Fuel > 0 {
		fuel = fmt.Sprintf(`static unsigned long long tandem_used;
static void tandem_use(unsigned long long n) {
  if (n > %dull - tandem_used) {
    printf("tandem: fuel used up\n");
    tandem_end(%d);
  }
  tandem_used += n;
}

`, g.opt.Fuel, ExitFuel)
		bulk = "tandem_use((n + 63) / 64);\n  "
	}
	b.WriteString("static void __attribute__((noreturn)) tandem_violated(int obligation) {\n  static const char *const " +
		"text[] = {\n")
	for _, o := range g.p.Obligations {
		where := ""
		if o.Pos.IsValid() {
			where = fmt.Sprintf(" at %s:%d", o.Pos.File, o.Pos.Line)
		}
		text := o.Text
		if text == "" {
			text = o.Kind
		}
		fmt.Fprintf(b, "    %s,\n", cstring(text+where))
	}
	value, made := "tandem_records[i].bits", ""
	if g.places() {
		value, made = "tandem_value(&tandem_records[i])", "  tandem_made(site, occ, (tandem_ptr)at);\n"
	}
	fmt.Fprintf(b, `    ""
  };
  printf("tandem: obligation %%d violated: %%s\n", obligation, text[obligation]);
  tandem_end(%[1]d);
}

%[2]s/* The first record of the table that is not before (site, occ, off). */
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
  return %[6]s;
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
%[7]s  for (i = tandem_find(site, occ, 0); i < tandem_num && tandem_records[i].site == site && tandem_records[i].occ == occ; i++)
    for (k = 0; k < tandem_records[i].size; k++)
      if ((unsigned long long)tandem_records[i].off + (unsigned long long)k < n)
        b[tandem_records[i].off + k] = (unsigned char)(%[6]s >> (8 * k));
}

static void tandem_fill(void *at, unsigned long long n, int site) {
  tandem_contents(at, n, site, site < 0 ? 0 : tandem_occ[site]++);
}

%[4]sstatic tandem_ptr tandem_alloc(unsigned long long n, int zeroed, int site) {
  void *p = n > 0x7fffffff ? 0 : %[8]s;
  if (!p)
    tandem_memory();
%[5]s  tandem_fill(p, n, site);
  if (zeroed)
    __builtin_memset(p, 0, (tandem_size)n);
  return (tandem_ptr)p;
}

/* A pointer input: null, or a new object of n bytes with arbitrary contents. */
static tandem_ptr tandem_pointer(int site, unsigned long long n) {
  int occ = tandem_occ[site]++;
  void *p = 0;
  if (tandem_read(site, occ, -1)) {
    p = %[8]s;
    if (!p)
      tandem_memory();
%[9]s    tandem_contents(p, n, site, occ);
  }
  return (tandem_ptr)p;
}

static void tandem_havoc(tandem_ptr at, unsigned long long n, int site) {
  %[3]standem_fill((void *)at, n, site);
}

/* Addresses are never used twice, so that a freed object keeps its own. */
static void tandem_free(tandem_ptr at) { %[10]s }

static void tandem_copy(tandem_ptr to, tandem_ptr from, unsigned long long n) {
  %[3]sif (n)
    __builtin_memmove((void *)to, (const void *)from, (tandem_size)n);
}

static void tandem_set(tandem_ptr to, unsigned char b, unsigned long long n) {
  %[3]sif (n)
    __builtin_memset((void *)to, b, (tandem_size)n);
}

`, ExitViolated, fuel, bulk, blocks, note, value, made, room, noteInput, free)
}

// main writes the entry of the C program.
func (g *gen) main(b *bytes.Buffer) {
	args := "void"
	fmt.Fprintf(b, "int main(%s) {\n", args)
	if g.opt.Stdin {
		b.WriteString(`  int i, n = 0;
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
`)
	}
	b.WriteString("  tandem_init();\n  tandem_start();\n  tandem_finished();\n}\n")
}
