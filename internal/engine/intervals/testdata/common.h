/* S(a, b) is a in the safe program and b in its unsafe twin. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#ifdef UNSAFE
#define S(safe, unsafe) unsafe
#else
#define S(safe, unsafe) safe
#endif
