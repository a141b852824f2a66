// true --64 -std=gnu11
extern void reach_error(void);
int main(void) {
#if __STDC_VERSION__ != 201112L || defined __STRICT_ANSI__ || !defined linux
  reach_error();
#endif
  return 0;
}
