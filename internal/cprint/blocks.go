package cprint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Programs that ask what is alive (ir.Valid), or how large a block is, keep a list of their objects.

func asksValid(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if a, ok := e.Stmt.(*ir.Assume); ok && ir.Asks(a.Cond) != nil {
				return true
			}
			if m, ok := e.Stmt.(*ir.Math); ok && ir.AsksObject(m.Fn) && m.Fn != ir.Extent {
				return true
			}
		}
	}
	return false
}

// asksExtent reports whether the program asks for the size of an object.
func (g *gen) asksExtent() bool {
	for _, f := range g.p.Funcs {
		for _, e := range f.Edges {
			if m, ok := e.Stmt.(*ir.Math); ok && m.Fn == ir.Extent {
				return true
			}
		}
	}
	return false
}

// valid is a question.
func (g *gen) valid(e *ir.Valid) string {
	switch e.What {
	case ir.Readable, ir.Writable:
		write := 0
		if e.What == ir.Writable {
			write = 1
		}
		return fmt.Sprintf("tandem_valid(%s, (unsigned long long)%s, %d)", g.expr(e.Addr), g.sub(e.N), write)
	case ir.Freeable:
		return fmt.Sprintf("tandem_freeable(%s)", g.expr(e.Addr))
	case ir.Same:
		return fmt.Sprintf("tandem_same(%s, %s)", g.expr(e.Addr), g.expr(e.N))
	case ir.Dynamic:
		return fmt.Sprintf("tandem_dynamic(%s)", g.expr(e.Addr))
	case ir.Tracked:
		var roots []string
		for _, r := range e.Roots {
			roots = append(roots, "(tandem_ptr)"+g.sub(r))
		}
		return fmt.Sprintf("tandem_tracked(%d, (const tandem_ptr[]){%s})", len(roots), strings.Join(append(roots, "0"), ", "))
	default:
		panic("cprint: unknown question")
	}
}

// blockOf makes a global object a block, which the start of the program fills.
func (g *gen) blockOf(b, late *bytes.Buffer, o *ir.Object, l *exec.Layout) {
	name, site := g.names.objs[o], -1
	if o.Uninit && o.Site != nil {
		site = o.Site.ID
	}
	fmt.Fprintf(b, "static tandem_ptr %s = 0;\n", name)
	fmt.Fprintf(late, "  %s = tandem_alloc(%d, 0, %d);\n", name, o.Size, site)
	fmt.Fprintf(late, "  tandem_outer(%s);\n", name)
	lo := l.Base[o.ID] - exec.FirstObject
	image := l.Image[lo : lo+uint64(o.Size)]
	end := len(image)
	for end > 0 && image[end-1] == 0 {
		end--
	}
	if end > 0 && !o.Uninit {
		fmt.Fprintf(b, "static const unsigned char %s_[] = {%s};\n", name,
			joinWrapped(end, func(i int) string { return fmt.Sprint(image[i]) }))
		fmt.Fprintf(late, "  tandem_copy(%s, (tandem_ptr)%s_, %d);\n", name, name, end)
	}
	if o.Const {
		fmt.Fprintf(late, "  tandem_constant(%s);\n", name)
	}
}

// blocksText remembers how large the blocks are.
const blocksText = `/* The blocks and their sizes. */
struct tandem_block { tandem_ptr at; unsigned long long size; int dead, heap, constant, outer, reached; struct tandem_block *next; };
static struct tandem_block *tandem_blocks;

static void tandem_note(tandem_ptr at, unsigned long long n) {
  struct tandem_block *b = malloc(sizeof *b);
  if (!b)
    tandem_memory();
  b->at = at;
  b->size = n;
  b->dead = b->heap = b->constant = b->outer = b->reached = 0;
  b->next = tandem_blocks;
  tandem_blocks = b;
}

static __attribute__((unused)) unsigned long long tandem_extent(tandem_ptr at) {
  const struct tandem_block *b;
  for (b = tandem_blocks; b; b = b->next)
    if (b->at == at && !b->dead)
      return b->size;
  return 0;
}

`

// validText answers questions. The block that was found comes first the next time.
const validText = `static struct tandem_block *tandem_block_of(tandem_ptr at) {
  struct tandem_block **p, *b;
  for (p = &tandem_blocks; (b = *p); p = &b->next)
    if (at >= b->at && at - b->at <= b->size) {
      *p = b->next;
      b->next = tandem_blocks;
      return tandem_blocks = b;
    }
  return 0;
}

static __attribute__((unused)) void *tandem_room(unsigned long long n) {
  enum { gap = 1024 };
  char *p = n > 0x7fffffff ? 0 : malloc((tandem_size)n + 2 * gap);
  return p ? p + gap : 0;
}

static __attribute__((unused)) void tandem_dead(tandem_ptr at) {
  struct tandem_block *b = at ? tandem_block_of(at) : 0;
  if (b)
    b->dead = 1;
}
static __attribute__((unused)) void tandem_heap(tandem_ptr at) { tandem_block_of(at)->heap = 1; }
static __attribute__((unused)) void tandem_constant(tandem_ptr at) { tandem_block_of(at)->constant = 1; }

static __attribute__((unused)) void tandem_outer(tandem_ptr at) { tandem_block_of(at)->outer = 1; }

static __attribute__((unused)) int tandem_valid(tandem_ptr at, unsigned long long n, int write) {
  const struct tandem_block *b = tandem_block_of(at);
  return n == 0 || (b && !b->dead && !(write && b->constant) && n <= b->size - (at - b->at));
}

static __attribute__((unused)) int tandem_freeable(tandem_ptr at) {
  const struct tandem_block *b = tandem_block_of(at);
  return at == 0 || (b && b->heap && !b->dead && at == b->at);
}

static __attribute__((unused)) int tandem_same(tandem_ptr p, tandem_ptr q) {
  const struct tandem_block *b = tandem_block_of(p);
  return p == q || (b && b == tandem_block_of(q));
}

static __attribute__((unused)) int tandem_dynamic(tandem_ptr at) {
  const struct tandem_block *b = tandem_block_of(at);
  return b && b->heap;
}

/* The size of the block of a pointer, and how far it lies behind its beginning; what points to none has left its object. */
static __attribute__((unused)) unsigned long long tandem_size_of(tandem_ptr at) {
  const struct tandem_block *b = tandem_block_of(at);
  if (!b && at)
    tandem_unsupported("the size of an object that the pointer has left");
  return b ? b->size : 0;
}

static __attribute__((unused)) unsigned long long tandem_offset_of(tandem_ptr at) {
  const struct tandem_block *b = tandem_block_of(at);
  if (!b && at)
    tandem_unsupported("the offset in an object that the pointer has left");
  return b ? at - b->at : 0;
}

static void tandem_reach(tandem_ptr at, int *more) {
  struct tandem_block *b;
  for (b = tandem_blocks; b; b = b->next)
    if (at >= b->at && at - b->at <= b->size) {
      if (!b->dead && !b->reached)
        *more = b->reached = 1;
      return;
    }
}

/* Something leads to all of the heap: the roots, what lies outside of functions, and what is in blocks that are reached. */
static __attribute__((unused)) int tandem_tracked(int n, const tandem_ptr *roots) {
  struct tandem_block *b;
  unsigned long long i;
  tandem_ptr p;
  int more = 0;
  for (b = tandem_blocks; b; b = b->next)
    b->reached = b->outer && !b->dead;
  while (n-- > 0)
    tandem_reach(roots[n], &more);
  do {
    more = 0;
    for (b = tandem_blocks; b; b = b->next)
      if (b->reached == 1) {
        b->reached = 2;
        for (i = 0; i + sizeof p <= b->size; i++) {
          __builtin_memcpy(&p, (const char *)b->at + i, sizeof p);
          tandem_reach(p, &more);
        }
      }
  } while (more);
  for (b = tandem_blocks; b; b = b->next)
    if (b->heap && !b->dead && !b->reached)
      return 0;
  return 1;
}

`
