// false --64 -std=c23
extern void reach_error(void);
int main(void) {
#if !0 || __STDC_VERSION__ <= 201710L || !defined __STRICT_ANSI__ || defined linux
  reach_error();
#endif
  return 0;
}
