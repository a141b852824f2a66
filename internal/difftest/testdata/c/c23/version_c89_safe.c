/* true --64 -std=c89 */
extern void reach_error(void);
int main(void) {
#if defined __STDC_VERSION__ || !defined __STRICT_ANSI__ || defined linux
  reach_error();
#endif
  return 0;
}
