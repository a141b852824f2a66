// Functions that are called when the program ends, the last one registered first. One that
// registers another is followed by it; one that calls exit by those that are left, as in glibc.
//# provides: atexit at_quick_exit __tandem_atexit __tandem_at_quick_exit
void __tandem_refuse(void);

static void (*at_exit[64])(void), (*at_quick[64])(void);
static int exits, quicks;

int atexit(void (*f)(void)) {
  if (exits == 64)
    __tandem_refuse();
  at_exit[exits] = f;
  exits++;
  return 0;
}

int at_quick_exit(void (*f)(void)) {
  if (quicks == 64)
    __tandem_refuse();
  at_quick[quicks] = f;
  quicks++;
  return 0;
}

void __tandem_atexit(void) {
  while (exits > 0) {
    exits--;
    at_exit[exits]();
  }
}

void __tandem_at_quick_exit(void) {
  while (quicks > 0) {
    quicks--;
    at_quick[quicks]();
  }
}
