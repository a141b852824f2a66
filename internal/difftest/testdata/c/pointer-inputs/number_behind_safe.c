// true --entry f --check memory,division
struct n { int v; struct n *next; };

void f(struct n *l) {
  if (!l || !l->next) return;
  if (l->next == l) return;
  l->next->v = 1;
}
