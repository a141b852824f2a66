// false --32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum color { RED, GREEN };
typedef enum { DOWN = -1, UP = 1 } way;
extern enum color now;
unsigned now = GREEN;
int turn(way w, int *to);
way turn(int w, way *to) { return *to = -w; }
void paint(enum color *);
void paint(unsigned *p) { *p = 3; }
int main(void) {
  way w = __VERIFIER_nondet_int(), to;
  if (w != UP && w != DOWN) return 0;
  enum color c;
  paint(&c);
  assert(c == 3 && now == GREEN && turn(w, &to) == to);
  assert(to > 0);
  return 0;
}
