// false --check=default
// Conway's game of life on a small torus
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define W 6
#define H 5

static unsigned char cells[H][W], next[H][W];
static int births, deaths;

static int neighbours(int y, int x) {
  int n = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      if (dy == 0 && dx == 0)
        continue;
      n += cells[(y + dy + H) % H][x + dx];
    }
  return n;
}

static void generation(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = neighbours(y, x);
      int alive = n == 3 || (n == 2 && cells[y][x]);
      if (alive && !cells[y][x])
        births++;
      if (!alive && cells[y][x])
        deaths++;
      next[y][x] = (unsigned char)alive;
    }
  memcpy(cells, next, sizeof cells);
}

static int population(void) {
  int n = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      n += cells[y][x];
  return n;
}

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      cells[y][x] = __VERIFIER_nondet_int() & 1;
  for (int g = 0; g < 4; g++)
    generation();
  int p = population();
  printf("%d alive, %d born, %d died\n", p, births, deaths);
  assert(p <= W * H);
  return 0;
}
