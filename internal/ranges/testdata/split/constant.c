// The first loop turns five times: no path has three or ten turns of it.
extern int nondet_int(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 5; i++)
    s += nondet_int();
  while (s > 0)
    s -= nondet_int();
  return s;
}
