// false --entry f
#include <assert.h>
#include <stdlib.h>
struct i { int *p; };
struct o { int n; struct i in[2]; };
void f(struct o *o) {
  if (!o || !o->in[0].p || !o->in[1].p) return;
  if (o->in[0].p != o->in[1].p) return;
  *o->in[0].p = 1;
  *o->in[1].p = 2;
  assert(*o->in[0].p == 1);
}
