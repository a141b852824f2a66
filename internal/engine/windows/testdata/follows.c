/* Lines with "follows" have checks that all follow from others; of those with "open" at least one does not. Sizes are inputs, so that nobody
   knows what a pointer leads to. */
#include <stdlib.h>
unsigned nondet_uint(void);
struct box { int n, m; struct box *next; int v[4]; };

static void twice(struct box *p) {
  p->m = 1;            /* open */
  p->n = p->m;         /* open */
  p->n = p->m + p->n;  /* follows */
}

static int between(struct box *p) {
  p->n = 0;             /* open */
  p->v[3] = 1;          /* open */
  p->m = p->v[1];       /* follows */
  return p->v[2];       /* follows */
}

static int beyond(struct box *p) {
  p->v[1] = 1;          /* open */
  return p->v[2];       /* open */
}

static int reads(const int *p) {
  int x = *p;           /* open */
  *(int *)p = 1;        /* open */
  return x + *p;        /* follows */
}

static int freed(struct box *p, struct box *q) {
  p->n = 1;             /* open */
  q->n = 2;             /* open */
  free(q);
  return p->n;          /* open */
}

static void releases(struct box *p) { free(p); }
static void leaves(struct box *p) {
  p->m = 3;             /* follows */
}

static int called(struct box *p, struct box *q) {
  p->n = 1;             /* open */
  p->m = 1;             /* open */
  leaves(p);
  p->n = 2;             /* follows */
  releases(q);
  return p->n;          /* open */
}

static int again(struct box *p, unsigned n) {
  int s = 0;
  p->n = 0;             /* open */
  for (unsigned i = 0; i < n; i++)
    s += p->n;          /* follows */
  return s;
}

static int moves(int *p, unsigned n) {
  int s = *p;           /* open */
  while (n--) {
    s += *p;            /* open */
    p++;
  }
  return s;
}

static int behind(int *p) {
  int s = *p;           /* open */
  p++;
  s += p[-1];           /* follows */
  return s + *p;        /* open */
}

static int index(int *p, unsigned i, unsigned j) {
  int s = p[i];         /* open */
  s += p[i];            /* follows */
  i++;
  s += p[i];            /* open */
  return s + p[j];      /* open */
}

static int chain(struct box *p) {
  struct box *r = p->next; /* open */
  r->n = 1;             /* open */
  p->n = r->n;          /* open */
  p->next->n = 2;       /* open */
  return r->n;          /* follows */
}

static int stored(struct box *p, struct box *q) {
  p->next = q;          /* open */
  q->n = 1;             /* open */
  return p->next->n;    /* follows */
}

static int kept(struct box *p, struct box *q) {
  q->m = 1;             /* open */
  q->n = 1;             /* open */
  p->next = q;          /* open */
  return p->next->n;    /* follows */
}

static int overwritten(struct box *p, struct box **at, struct box *r) {
  p->next->n = 1;       /* open */
  *at = r;              /* open */
  return p->next->n;    /* open */
}

static int either(struct box *p, struct box *q, int c) {
  struct box *r;
  p->n = 1;             /* open */
  q->n = 1;             /* open */
  if (c) r = p; else r = q;
  return r->n;          /* follows */
}

static int onlyOne(struct box *p, struct box *q, int c) {
  struct box *r = q;
  p->n = 1;             /* open */
  if (c) r = p;
  return r->n;          /* open */
}

static int null(int *p) {
  int x = *p;           /* open */
  if (!p) {
    int *q = 0;
    x = *q;             /* follows */
  }
  return x;
}

static int recursive(struct box *p, int n) {
  p->n = n;             /* follows */
  if (n > 0) return recursive(p, n - 1);
  return p->n;          /* follows */
}

static int grows(char *p, unsigned n) {
  char x = *p;          /* open */
  p = realloc(p, n);
  return x + *p;        /* open */
}

static int block(int c) {
  int *p = 0;
  {
    int z = 1;
    p = &z;
    c += *p;            /* follows */
  }
  return c + *p;        /* open */
}

int main(void) {
  struct box *p = malloc(nondet_uint()), *q = malloc(nondet_uint());
  int c = nondet_uint();
  if (nondet_uint()) q = p;
  switch (nondet_uint()) {
  case 0: twice(p); break;
  case 1: between(p); break;
  case 2: beyond(p); break;
  case 3: reads(c ? p->v : (int *)"text"); break;
  case 4: freed(p, q); break;
  case 5: called(p, q); break;
  case 6: again(p, nondet_uint()); break;
  case 7: moves(p->v, nondet_uint()); break;
  case 8: behind(p->v); break;
  case 9: index(p->v, nondet_uint(), nondet_uint()); break;
  case 10: chain(p); break;
  case 11: stored(p, q); break;
  case 12: kept(p, q); break;
  case 13: overwritten(p, c ? &p->next : &q->next, q); break;
  case 14: either(p, q, c); break;
  case 15: onlyOne(p, q, c); break;
  case 16: null(p->v); break;
  case 17:
    p->n = 1;
    recursive(p, c);
    break;
  case 18: grows((char *)p, nondet_uint()); break;
  case 19: block(c); break;
  }
  return 0;
}
