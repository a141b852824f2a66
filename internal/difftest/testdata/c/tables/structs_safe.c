// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
struct s { int a; char text[6]; };
#define F(n) static struct s f##n(struct s v, const struct s *w) { v.a += n; v.text[n % 6] = w->text[0]; return v; }
EACH(F)
#define NAME(n) f##n,
static struct s (*const tab[])(struct s, const struct s *) = {EACH(NAME)};
#define CALL(n) static struct s c##n(unsigned i, struct s v, struct s *w) { return tab[i](v, w); }
EACH(CALL)
int main(void) {
  struct s v = {1, "abc"}, w = {7, "xyz"};
#define USE(n) v = c##n(n, v, &w);
  EACH(USE)
  struct s u = c2(13, w, &v);
  assert(v.a == 277 && v.text[5] == 'x' && w.a == 7 && w.text[1] == 'y' && u.a == 20 && u.text[1] == 'x');
  return 0;
}
