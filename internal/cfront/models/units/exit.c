// The functions that are called at the end of the program, the last one registered first. As in glibc, a function
// that one of them registers is called next, and if one of them calls exit, the remaining functions are called.
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

/* Calls the functions that atexit has registered. */
void __tandem_atexit(void) {
  while (exits > 0) {
    exits--;
    at_exit[exits]();
  }
}

/* Calls the functions that at_quick_exit has registered. */
void __tandem_at_quick_exit(void) {
  while (quicks > 0) {
    quicks--;
    at_quick[quicks]();
  }
}
