// false --check=default
// inputs: 1 2 3 4 5
// a cache of few pages that forgets the one that was used least recently
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define CAPACITY 4
#define NONE (-1)

struct node {
  int key;
  int value;
  int prev;
  int next;
};

struct cache {
  struct node nodes[CAPACITY];
  int used;
  int front; /* used last */
  int back;  /* used first */
  int hits;
  int misses;
};

static void cache_init(struct cache *c) {
  c->used = 0;
  c->front = NONE;
  c->back = NONE;
  c->hits = 0;
  c->misses = 0;
}

static void unlink_node(struct cache *c, int i) {
  struct node *n = &c->nodes[i];
  if (n->prev != NONE)
    c->nodes[n->prev].next = n->next;
  else
    c->front = n->next;
  c->nodes[n->next].prev = n->prev;
  if (n->next == NONE)
    c->back = n->prev;
}

static void link_front(struct cache *c, int i) {
  c->nodes[i].prev = NONE;
  c->nodes[i].next = c->front;
  if (c->front != NONE)
    c->nodes[c->front].prev = i;
  c->front = i;
  if (c->back == NONE)
    c->back = i;
}

static int load(int key) {
  return key ^ 0x5a;
}

static int find(const struct cache *c, int key) {
  for (int i = c->front; i != NONE; i = c->nodes[i].next)
    if (c->nodes[i].key == key)
      return i;
  return NONE;
}

static int get(struct cache *c, int key) {
  int i = find(c, key);
  if (i != NONE) {
    c->hits++;
    unlink_node(c, i);
  } else {
    c->misses++;
    if (c->used < CAPACITY) {
      i = c->used++;
    } else {
      i = c->back;
      unlink_node(c, i);
    }
    c->nodes[i].key = key;
    c->nodes[i].value = load(key);
  }
  link_front(c, i);
  return c->nodes[i].value;
}

int main(void) {
  struct cache c;
  cache_init(&c);
  for (int i = 0; i < 20; i++) {
    int key = __VERIFIER_nondet_int();
    assert(get(&c, key) == load(key));
  }
  printf("%d hits, %d misses\n", c.hits, c.misses);
  assert(c.hits + c.misses == 20);
  return 0;
}
