/* What harnesses share: free bytes, after them END null bytes. */
extern char __VERIFIER_nondet_char(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#ifndef FREE
#define FREE 16
#endif
#ifndef END
#define END 1
#endif

static char text[FREE + END];
static unsigned len;

static int read_text(void) {
  len = __VERIFIER_nondet_uint();
  if (len > FREE) return 0;
  for (unsigned i = 0; i < len; i++) text[i] = __VERIFIER_nondet_char();
  return 1;
}
