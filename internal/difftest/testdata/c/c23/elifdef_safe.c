// true --64 -std=c23
extern void reach_error(void);
#define A 1
#ifdef B
#error "B"
#elifdef A
int x = 1;
#elifdef C
#error "C"
#else
#error "else"
#endif
#ifndef A
#error "not A"
#elifndef B
#warning "as it should be"
int y = 2;
#endif
int main(void) {
  if (x + y != 3) reach_error();
  return 0;
}
