// false --missing-bodies=input --check all
// The second argument is freed, not the first one.
struct s { int x; struct s *next; };
struct s *get(void);
void put(struct s *other, struct s *p);
__attribute__((__malloc__(put, 2))) struct s *get(void);
int main(void) {
  struct s *p = get(), *q = get();
  if (p && q) {
    p->x = 1;
    put(q, p);
    p->x = 2;
    put(0, q);
  } else {
    put(0, p ? p : q);
  }
  return 0;
}
