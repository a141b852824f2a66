// true --entry f --missing-bodies=input --check memory,call
typedef int (*visitor)(int);
struct node {
  struct node *next;
  visitor visit;
};
int f(struct node *p) {
  if (p && p->next && p->next->visit)
    return 1;
  return 0;
}
