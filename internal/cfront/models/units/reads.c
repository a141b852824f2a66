/* What functions read whose effect nobody sees: nothing is done with it. */
//# provides: __tandem_reads __tandem_reads_text __tandem_reads_wide

typedef __SIZE_TYPE__ size;

/* n bytes at p: the first and the last one. No object has more than half of all addresses. */
void __tandem_reads(const char *p, size n) {
  size half = (size)-1 / 2;
  char c;
  if (n) {
    c = p[0];
    c = p[n - 1 < half ? n - 1 : half];
  }
}

/* Up to the null byte, or most bytes; most < 0: no limit. */
void __tandem_reads_text(const char *p, int most) {
  size i;
  for (i = 0; (most < 0 || i < (size)most) && p[i]; i++)
    ;
}

void __tandem_reads_wide(const __WCHAR_TYPE__ *p) {
  while (*p)
    p++;
}
