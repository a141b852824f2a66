/* Binary trees and hash tables of <search.h>. The trees are red-black trees that are balanced on the path down, as
   in glibc, so that twalk reports the same levels. */
//# provides: tsearch tfind tdelete twalk twalk_r tdestroy hcreate hdestroy hsearch hcreate_r hdestroy_r hsearch_r

typedef __SIZE_TYPE__ size;
typedef int (*compare)(const void *, const void *);
void *malloc(size n);
void *calloc(size n, size unit);
void free(void *p);
int strcmp(const char *a, const char *b);
void __tandem_errno(int e);
void __tandem_refuse(void);

#define ENOENT 2
#define ESRCH 3
#define ENOMEM 12
#define EINVAL 22

struct node {
	const void *key;
	struct node *kid[2]; /* left, right */
	int red;
};

/* Whether n is a red node; null is black. */
static int red(struct node *n) { return n && n->red; }

/* Rotates two consecutive red nodes, at and its parent, about the grandparent at *top; up and down are the sides on
   which they hang. */
static void turn(struct node **top, int up, int down)
{
	struct node *g = *top, *p = g->kid[up], *n = p->kid[down];
	g->red = 1;
	if (up == down) {
		p->red = 0;
		g->kid[up] = p->kid[!up];
		p->kid[!up] = g;
		*top = p;
	} else {
		p->red = 1;
		n->red = 0;
		p->kid[down] = n->kid[up];
		n->kid[up] = p;
		g->kid[up] = n->kid[down];
		n->kid[down] = g;
		*top = n;
	}
}

void *tsearch(const void *key, void **root, compare cmp)
{
	struct node **at = (struct node **)root, **parent = 0, **grand = 0, *n;
	int side = 0, up = 0, r;
	if (!root)
		return 0;
	if (*at)
		(*at)->red = 0;
	while (*at) {
		n = *at;
		r = cmp(key, n->key);
		if (r == 0)
			return n;
		if (red(n->kid[0]) && red(n->kid[1])) {
			n->red = 1;
			n->kid[0]->red = n->kid[1]->red = 0;
			if (parent && (*parent)->red)
				turn(grand, up, side);
		}
		grand = parent;
		parent = at;
		up = side;
		side = r > 0;
		at = &n->kid[side];
	}
	n = malloc(sizeof *n);
	if (!n)
		return 0;
	n->key = key;
	n->kid[0] = n->kid[1] = 0;
	n->red = 1;
	*at = n;
	if (parent && (*parent)->red)
		turn(grand, up, side);
	return n;
}

void *tfind(const void *key, void *const *root, compare cmp)
{
	struct node *n;
	if (!root)
		return 0;
	for (n = *root; n;) {
		int r = cmp(key, n->key);
		if (r == 0)
			break;
		n = n->kid[r > 0];
	}
	return n;
}

#define DEEP 64

void *tdelete(const void *key, void **root, compare cmp)
{
	struct node **path[DEEP], *n, *gone, *kid, *result;
	int depth = 0, side, r;
	path[0] = (struct node **)root;
	if (!root || !*path[0])
		return 0;
	result = *path[0];
	while ((r = cmp(key, (*path[depth])->key)) != 0) {
		n = result = *path[depth];
		if (depth + 3 >= DEEP)
			__tandem_refuse();
		depth++;
		path[depth] = &n->kid[r > 0];
		if (!*path[depth])
			return 0;
	}
	gone = n = *path[depth];
	if (n->kid[0] && n->kid[1]) { /* the next node is removed instead */
		depth++;
		path[depth] = &n->kid[1];
		while ((*path[depth])->kid[0]) {
			gone = *path[depth];
			if (depth + 3 >= DEEP)
				__tandem_refuse();
			depth++;
			path[depth] = &gone->kid[0];
		}
		gone = *path[depth];
	}
	kid = gone->kid[0] ? gone->kid[0] : gone->kid[1];
	*path[depth] = kid;
	if (n != gone)
		n->key = gone->key;
	/* *path[depth] lacks a black node, unless the removed node was red. */
	if (!gone->red) {
		while (depth > 0 && !red(*path[depth])) {
			struct node *p = *path[depth - 1], *b;
			side = path[depth] == &p->kid[1];
			b = p->kid[!side];
			if (b->red) {
				b->red = 0;
				p->red = 1;
				p->kid[!side] = b->kid[side];
				b->kid[side] = p;
				*path[depth - 1] = b;
				depth++;
				path[depth - 1] = &b->kid[side];
				path[depth] = &p->kid[side];
				b = p->kid[!side];
			}
			if (!red(b->kid[0]) && !red(b->kid[1])) {
				b->red = 1;
				depth--;
				continue;
			}
			if (!red(b->kid[!side])) { /* the near child is red */
				struct node *m = b->kid[side];
				m->red = p->red;
				p->kid[!side] = m->kid[side];
				b->kid[side] = m->kid[!side];
				m->kid[!side] = b;
				m->kid[side] = p;
				*path[depth - 1] = m;
				p->red = 0;
			} else {
				b->red = p->red;
				p->red = 0;
				b->kid[!side]->red = 0;
				p->kid[!side] = b->kid[side];
				b->kid[side] = p;
				*path[depth - 1] = b;
			}
			depth = -1;
			break;
		}
		if (depth >= 0 && *path[depth])
			(*path[depth])->red = 0;
	}
	free(gone);
	return result;
}

enum { PREORDER, POSTORDER, ENDORDER, LEAF };

/* twalk of the subtree n. */
static void walk(const struct node *n, void (*f)(const void *, int, int), int level)
{
	if (!n->kid[0] && !n->kid[1]) {
		f(n, LEAF, level);
		return;
	}
	f(n, PREORDER, level);
	if (n->kid[0])
		walk(n->kid[0], f, level + 1);
	f(n, POSTORDER, level);
	if (n->kid[1])
		walk(n->kid[1], f, level + 1);
	f(n, ENDORDER, level);
}

void twalk(const void *root, void (*f)(const void *, int, int))
{
	if (root && f)
		walk(root, f, 0);
}

/* twalk_r of the subtree n. */
static void walk_r(const struct node *n, void (*f)(const void *, int, void *), void *arg)
{
	if (!n->kid[0] && !n->kid[1]) {
		f(n, LEAF, arg);
		return;
	}
	f(n, PREORDER, arg);
	if (n->kid[0])
		walk_r(n->kid[0], f, arg);
	f(n, POSTORDER, arg);
	if (n->kid[1])
		walk_r(n->kid[1], f, arg);
	f(n, ENDORDER, arg);
}

void twalk_r(const void *root, void (*f)(const void *, int, void *), void *arg)
{
	if (root && f)
		walk_r(root, f, arg);
}

/* tdestroy of the subtree n. */
static void destroy(struct node *n, void (*f)(void *))
{
	if (n->kid[0])
		destroy(n->kid[0], f);
	if (n->kid[1])
		destroy(n->kid[1], f);
	f((void *)n->key);
	free(n);
}

void tdestroy(void *root, void (*f)(void *))
{
	if (root)
		destroy(root, f);
}

/* --- hash tables: the program cannot observe where an entry lies, but it can observe how many there may be */

typedef struct entry { char *key; void *data; } ENTRY;
struct table { ENTRY *entries; unsigned room, filled; };

static struct table own;

/* Whether the odd number n is prime. */
static int prime(unsigned n)
{
	unsigned d;
	for (d = 3; d <= n / d; d += 2)
		if (n % d == 0)
			return 0;
	return 1;
}

int hcreate_r(size n, struct table *t)
{
	if (!t) {
		__tandem_errno(EINVAL);
		return 0;
	}
	if (t->entries)
		return 0;
	if (n > 1u << 24) {
		__tandem_refuse();
		return 0;
	}
	if (n < 3)
		n = 3;
	n |= 1;
	while (!prime((unsigned)n))
		n += 2;
	t->room = (unsigned)n;
	t->filled = 0;
	t->entries = calloc(n + 1, sizeof(ENTRY));
	return t->entries != 0;
}

void hdestroy_r(struct table *t)
{
	if (!t) {
		__tandem_errno(EINVAL);
		return;
	}
	free(t->entries);
	t->entries = 0;
}

int hsearch_r(ENTRY e, int enter, ENTRY **result, struct table *t)
{
	unsigned i;
	for (i = 0; i < t->filled; i++)
		if (strcmp(t->entries[i].key, e.key) == 0) {
			*result = &t->entries[i];
			return 1;
		}
	*result = 0;
	if (!enter) {
		__tandem_errno(ESRCH);
		return 0;
	}
	if (t->filled == t->room) {
		__tandem_errno(ENOMEM);
		return 0;
	}
	t->entries[t->filled] = e;
	*result = &t->entries[t->filled];
	t->filled++;
	return 1;
}

int hcreate(size n) { return hcreate_r(n, &own); }
void hdestroy(void) { hdestroy_r(&own); }
ENTRY *hsearch(ENTRY e, int enter)
{
	ENTRY *r;
	hsearch_r(e, enter, &r, &own);
	return r;
}
