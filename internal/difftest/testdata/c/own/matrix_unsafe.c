// false --check=default
// products and traces of small matrices
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 4

struct matrix {
  int at[N][N];
};

static int entry(void) {
  int v = __VERIFIER_nondet_int();
  if (v > 100)
    return 100;
  if (v < -100)
    return -100;
  return v;
}

static void read_matrix(struct matrix *m) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m->at[i][j] = entry();
}

static void multiply(struct matrix *r, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      int s = 0;
      for (int k = 0; k <= N; k++)
        s += a->at[i][k] * b->at[k][j];
      r->at[i][j] = s;
    }
  }
}

static int trace(const struct matrix *m) {
  int t = 0;
  for (int i = 0; i < N; i++)
    t += m->at[i][i];
  return t;
}

static void transpose(struct matrix *m) {
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) {
      int t = m->at[i][j];
      m->at[i][j] = m->at[j][i];
      m->at[j][i] = t;
    }
}

int main(void) {
  struct matrix a, b, c;
  read_matrix(&a);
  read_matrix(&b);
  multiply(&c, &a, &b);
  transpose(&c);
  int t = trace(&c);
  printf("trace %d\n", t);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      printf("%6d", c.at[i][j]);
    putchar('\n');
  }
  return 0;
}
