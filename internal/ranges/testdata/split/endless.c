extern int nondet_int(void);
extern void reach_error(void);
int main(void) {
  int state = 0;
  while (1) {
    int in = nondet_int();
    if (in == 1 && state == 0)
      state = 1;
    else if (in == 2)
      state = 0;
    if (state == 2)
      reach_error();
  }
}
