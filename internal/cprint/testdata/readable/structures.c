// Structures: members, arrays of them, arrays in them, nested ones, unions, initial values; continue and switch in a while loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point { short x, y; };
struct shape {
  char name[4];
  struct point at[2];
  double weight;
  struct shape *next;
};
union number { int i; unsigned char b[4]; };
static struct shape shapes[3] = {{"one", {{1, 2}, {3, 4}}, 0.5, &shapes[1]}, {"two", {{5}}, 1.5, &shapes[2]}};
static struct point origin = {-1, 7};
static int area(struct shape *s, int k) {
  return (s->at[1].x - s->at[0].x) * (s->at[k].y - origin.y) + s->name[k];
}
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  struct shape *s = shapes;
  struct point p = origin, *q = &p;
  union number u;
  u.i = n;
  while (s) {
    struct shape *t = s;
    s = s->next;
    if (t->weight > 1.0)
      continue;
    switch (t->name[1]) {
    case 'n':
      sum += area(t, u.b[0] & 1);
      break;
    case 'w':
      sum++;
      continue;
    default:
      sum--;
    }
    q->x += sum;
  }
  shapes[n & 1].at[1].y = p.x;
  if (shapes[1].at[1].y == 100 && p.y == 7)
    reach_error();
  return 0;
}
