/* false --64 -std=iso9899:199409 */
extern void reach_error(void);
int main(void) {
#if !0 || __STDC_VERSION__ != 199409L || !defined __STRICT_ANSI__ || defined linux
  reach_error();
#endif
  return 0;
}
