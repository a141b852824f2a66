// false --check=default
// inputs: 3 0
// a game of noughts and crosses between two players who may type nonsense
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 3
#define TRIES 20

static char board[N][N];
static int moves, faults[2];

static int free_at(int row, int col) {
  return row >= 0 && row <= N && col >= 0 && col < N && board[row][col] == ' ';
}

static int line(char who, int row, int col, int dr, int dc) {
  int n = 0;
  for (int i = 0; i < N; i++)
    if (board[row + i * dr][col + i * dc] == who)
      n++;
  return n == N;
}

static int won(char who) {
  for (int i = 0; i < N; i++)
    if (line(who, i, 0, 0, 1) || line(who, 0, i, 1, 0))
      return 1;
  return line(who, 0, 0, 1, 1) || line(who, 0, N - 1, 1, -1);
}

int main(void) {
  int player = 0, winner = -1;
  for (int r = 0; r < N; r++)
    for (int c = 0; c < N; c++)
      board[r][c] = ' ';
  for (int t = 0; t < TRIES && winner < 0 && moves < N * N; t++) {
    int row = __VERIFIER_nondet_int();
    int col = __VERIFIER_nondet_int();
    if (!free_at(row, col)) {
      faults[player]++;
      continue;
    }
    board[row][col] = player ? 'o' : 'x';
    moves++;
    if (won(player ? 'o' : 'x'))
      winner = player;
    player = 1 - player;
  }
  assert(moves <= N * N);
  assert(faults[0] + faults[1] <= TRIES);
  printf("winner %d after %d moves, %d and %d faults\n", winner, moves, faults[0], faults[1]);
  return 0;
}
