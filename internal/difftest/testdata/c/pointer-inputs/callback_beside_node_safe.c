// true --entry f --missing-bodies=input --check memory,call
struct node {
  int k;
  struct node *next;
  int (*get)(int);
};
int f(struct node *p) {
  if (p && p->get && p->next)
    return p->get(p->next->k);
  return 0;
}
