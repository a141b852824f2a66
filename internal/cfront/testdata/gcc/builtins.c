// What gcc's builtins give that depends on the place or the type of their arguments. The
// sizes of objects are those that do not depend on optimisation.
void out(unsigned long long);

extern int __builtin_popcount(unsigned);
int __builtin_abs(int);

struct S { char a[4]; int b; char c[10]; } s, *ps = &s;
union U { char x[3]; int y[4]; } u;
char g[20];
int m[3][5];
struct N { struct S in; int z; } n;
typedef int T;

#define SIZES(e) out(__builtin_object_size(e, 0)), out(__builtin_object_size(e, 1)), out(__builtin_object_size(e, 2)), out(__builtin_object_size(e, 3))
#define WHOLE(e) out(__builtin_object_size(e, 0)), out(__builtin_object_size(e, 2))

static int calls;
static int called(void) { return ++calls; }

static void sizes(void) {
  char b[5];
  double d;
  SIZES(b); SIZES(&b); SIZES(&b[0]); SIZES(&b[2]); SIZES(&b[5]); SIZES(&b[7]); WHOLE(b + 1); SIZES(b - 0);
  SIZES("hello"); WHOLE("hello" + 1); SIZES(&"hello"[2]); SIZES(&d); SIZES((void *)b); WHOLE((char *)&d + 1);
  SIZES(&s); SIZES(s.a); SIZES(&s.b); SIZES(s.c); SIZES(&s.c[3]); SIZES(&s.a[1]); SIZES(&s.a[6]);
  SIZES(u.x); SIZES(&u.y[1]); SIZES(&u); SIZES(m); SIZES(m[1]); SIZES(&m[1][2]); SIZES(&m[2]); SIZES(*m); SIZES(&m[1][7]);
  SIZES(&n.in.c[1]); SIZES(&n.in); SIZES(n.in.a); SIZES((char *)&n.in.c); WHOLE((char *)&s + 3); SIZES(&*b); SIZES(&b[-1]); SIZES(g);
  out(sizeof(__builtin_object_size(b + called(), 0)));
  out(calls);
}

int main(void) {
  sizes();
  out(__builtin_popcount(255) + __builtin_abs(-3));
  out(__builtin_LINE());
  out(
    __builtin_LINE());
  const char *f = __builtin_FUNCTION();
  out(f[0] + f[3]);
  out(__builtin_types_compatible_p(int, T) + 2 * __builtin_types_compatible_p(int, long) + 4 * __builtin_types_compatible_p(int *, T *));
  out(__builtin_offsetof(struct S, c) + __builtin_offsetof(struct N, in.c[3]));
  out(__builtin_constant_p(3) + 4 * __builtin_constant_p("x") + 8 * __builtin_constant_p(sizeof(int) * 2));
  char *p = __builtin_alloca(10);
  __builtin_memset(p, 7, 10);
  char *q = __builtin_assume_aligned(p, 1);
  out(q[9]);
  int *r = __builtin_alloca_with_align(16, 64);
  r[3] = 5;
  out(r[3] + ((unsigned long)r % 8));
  __builtin_prefetch(p, 0, 1);
  out(__builtin_expect_with_probability(calls + 4, 1, 0.5));
  if (calls > 100)
    __builtin_trap();
  if (calls > 100)
    __builtin_unreachable();
  out(__builtin_classify_type(s) + 100 * __builtin_classify_type(u) + 10000 * __builtin_classify_type(g));
  return 0;
}
