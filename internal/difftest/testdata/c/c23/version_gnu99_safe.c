// true --64 -std=gnu99
extern void reach_error(void);
int main(void) {
#if __STDC_VERSION__ != 199901L || defined __STRICT_ANSI__ || !defined linux
  reach_error();
#endif
  return 0;
}
