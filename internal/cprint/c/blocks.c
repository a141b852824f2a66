<%- /* A list of the objects of a printed program, for programs that ask what is alive, or how large a block is. See ctext.go. */ -%>
<%- /* Remembers how large the blocks are. */ -%>
<% define "blocks" -%>
/* The blocks and their sizes. */
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

<% end %>

<%- /* Answers questions. The block that was found comes first the next time. */ -%>
<% define "valid" -%>
static struct tandem_block *tandem_block_of(tandem_ptr at) {
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

<% end %>
