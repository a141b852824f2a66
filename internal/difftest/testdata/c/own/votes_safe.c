// true --check=default
// counts the votes of an election
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define CANDIDATES 5
#define VOTERS 40

struct tally {
  int votes[CANDIDATES];
  int valid;
  int spoiled;
};

static void tally_init(struct tally *t) {
  for (int i = 0; i < CANDIDATES; i++)
    t->votes[i] = 0;
  t->valid = 0;
  t->spoiled = 0;
}

static void tally_vote(struct tally *t, int who) {
  if (who < 0 || who >= CANDIDATES) {
    t->spoiled++;
    return;
  }
  t->votes[who]++;
  t->valid++;
}

static int tally_winner(const struct tally *t) {
  int best = -1, most = 0;
  for (int i = 0; i < CANDIDATES; i++) {
    if (t->votes[i] > most) {
      most = t->votes[i];
      best = i;
    } else if (t->votes[i] == most && most > 0) {
      best = -1;
    }
  }
  return best;
}

int main(void) {
  struct tally t;
  tally_init(&t);
  for (int i = 0; i < VOTERS; i++)
    tally_vote(&t, __VERIFIER_nondet_int());
  int w = tally_winner(&t);
  if (w >= 0)
    printf("candidate %d wins with %d of %d votes\n", w, t.votes[w], t.valid);
  else
    printf("no winner, %d spoiled\n", t.spoiled);
  return 0;
}
