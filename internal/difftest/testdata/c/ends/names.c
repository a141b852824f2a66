// pair --check=default
// inputs: 13
#include <stdio.h>
/* names from a table, and one from a `?:` */
extern int __VERIFIER_nondet_int(void);
static const char last[3] = {'e', 'n', 'd'};
static const char *const names[] = {
    "January", "February", "March",     "April",   "May",      "June",     "July",
    "August",  "Sept.",    "September", "October", "November", "December",
#ifdef UNSAFE
    last,
#else
    "end",
#endif
};
int main(void) {
  int m = __VERIFIER_nondet_int();
  if (m < 0 || m > 13) return 1;
  printf("%s%s\n", names[m], m == 12 ? ", the last month" : last[0] == 'e' ? "" : "?");
  unsigned n = 0;
  for (const char *p = names[m]; *p != '\0'; p++) n ^= (unsigned char)*p;
  return n == 3;
}
