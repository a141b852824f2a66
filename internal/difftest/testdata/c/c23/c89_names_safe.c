/* true --32 -std=c89 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int inline, asm, typeof, restrict;
static __inline int f(int *__restrict p) { return *p; }
main() {
  inline = __VERIFIER_nondet_int() & 3;
  restrict = f(&inline);
  if (inline + asm + typeof > 3) reach_error();
  return restrict;
}
