// true --64 -std=gnu89
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int y = 8 //**/ 2
  ;
  if (y != 8) reach_error();
  return 0;
}
