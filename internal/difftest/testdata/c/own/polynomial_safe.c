// true --check=default
// sparse polynomials: input, product, value at a point
#include <stdio.h>

#define INPUT_TERMS 8
#define TERMS (INPUT_TERMS * INPUT_TERMS)
#define DEGREE_MAX 9
#define COEF_MAX 1000

struct term {
  int exp;
  int coef;
};

struct poly {
  int n;
  struct term t[TERMS]; /* by descending exponents */
};

static int add_term(struct poly *p, int exp, int coef)
{
  int i = 0, j;
  while (i < p->n && p->t[i].exp > exp)
    i++;
  if (i < p->n && p->t[i].exp == exp) {
    p->t[i].coef += coef;
    return 1;
  }
  if (p->n == TERMS)
    return 0;
  for (j = p->n; j > i; j--)
    p->t[j] = p->t[j - 1];
  p->t[i].exp = exp;
  p->t[i].coef = coef;
  p->n++;
  return 1;
}

static int read_poly(struct poly *p)
{
  int count, i, exp, coef;
  p->n = 0;
  if (scanf("%d", &count) != 1 || count < 0 || count > INPUT_TERMS)
    return 0;
  for (i = 0; i < count; i++) {
    if (scanf("%d %d", &coef, &exp) != 2)
      return 0;
    if (exp < 0 || exp > DEGREE_MAX || coef < -COEF_MAX || coef > COEF_MAX)
      return 0;
    if (!add_term(p, exp, coef))
      return 0;
  }
  return 1;
}

static int multiply(const struct poly *a, const struct poly *b, struct poly *r)
{
  int i, j;
  r->n = 0;
  for (i = 0; i < a->n; i++)
    for (j = 0; j < b->n; j++)
      if (!add_term(r, a->t[i].exp + b->t[j].exp, a->t[i].coef * b->t[j].coef))
        return 0;
  return 1;
}

static long long value(const struct poly *p, int x)
{
  long long v = 0;
  int i;
  for (i = 0; i < p->n; i++) {
    long long power = 1;
    int k;
    for (k = 0; k < p->t[i].exp; k++)
      power *= x;
    v += p->t[i].coef * power;
  }
  return v;
}

static void print_poly(const struct poly *p)
{
  int i;
  for (i = 0; i < p->n; i++)
    if (p->t[i].coef != 0)
      printf("%+d x^%d ", p->t[i].coef, p->t[i].exp);
  printf("\n");
}

int main(void)
{
  static struct poly a, b, product;
  int x;
  if (!read_poly(&a) || !read_poly(&b)) {
    puts("bad polynomial");
    return 1;
  }
  if (!multiply(&a, &b, &product))
    return 1;
  print_poly(&product);
  for (x = -3; x <= 3; x++)
    printf("f(%d) = %lld\n", x, value(&product, x));
  return 0;
}
