// true --check=default
// an auction: bids raise the price by a step, bidders have a budget
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define BIDDERS 4
#define ROUNDS 25

struct bidder {
  int budget;
  int bids;
  int out;
};

struct auction {
  struct bidder who[BIDDERS];
  int price;
  int leader;
  int invalid;
  int silent;
};

static struct auction *open_auction(int start) {
  struct auction *a = malloc(sizeof *a);
  if (!a)
    exit(1);
  a->price = start;
  a->leader = -1;
  a->invalid = a->silent = 0;
  for (int i = 0; i < BIDDERS; i++) {
    a->who[i].budget = 1000 * (i + 1);
    a->who[i].bids = 0;
    a->who[i].out = 0;
  }
  return a;
}

static void bid(struct auction *a, int i, int amount) {
  struct bidder *b = &a->who[i];
  if (b->out || i == a->leader)
    return;
  if (amount > b->budget || amount < a->price + 10) {
    a->invalid++;
    if (amount > b->budget)
      b->out = 1;
    return;
  }
  a->price = amount;
  a->leader = i;
  b->bids++;
  a->silent = 0;
}

int main(void) {
  struct auction *a = open_auction(50);
  int bids = 0;
  for (int round = 0; round < ROUNDS && a->silent < 3; round++) {
    int i = __VERIFIER_nondet_int();
    a->silent++;
    if (i >= 0 && i < BIDDERS)
      bid(a, i, __VERIFIER_nondet_int());
  }
  for (int i = 0; i < BIDDERS; i++)
    bids += a->who[i].bids;
  assert(a->price >= 50 && a->price <= 1000 * BIDDERS);
  if (a->leader >= 0)
    a->who[a->leader].budget -= a->price;
  printf("price %d for %d, %d bids, %d invalid\n", a->price, a->leader, bids, a->invalid);
  free(a);
  return 0;
}
