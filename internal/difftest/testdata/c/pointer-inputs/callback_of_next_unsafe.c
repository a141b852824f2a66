// false --entry f --missing-bodies=input --check memory,call
typedef int (*visitor)(int);
struct node {
  struct node *next;
  visitor visit;
};
int f(struct node *p) {
  if (p && p->next)
    return p->next->visit(1);
  return 0;
}
