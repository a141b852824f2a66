/* false --64 -std=c89 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 8 //**/ 2
  ;
  const char *s = "//";
  if (y != 8 || s[1] != '/') reach_error();
  return x == y;
}
