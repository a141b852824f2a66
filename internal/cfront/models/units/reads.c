/* Reads of bytes that library functions make without an effect that the program can observe. The values are dropped. */
//# provides: __tandem_reads __tandem_reads_if __tandem_reads_text __tandem_reads_text_if __tandem_reads_wide __tandem_reads_list __tandem_reads_vector

typedef __SIZE_TYPE__ size;

/* Reads n bytes at p: the first and the last one. No object has more than half of all addresses. */
void __tandem_reads(const char *p, size n) {
  size half = (size)-1 / 2;
  char c;
  if (n) {
    c = p[0];
    c = p[n - 1 < half ? n - 1 : half];
  }
}

/* The same, if p is not null. */
void __tandem_reads_if(const char *p, size n) {
  char c;
  if (p && n) {
    c = p[0];
    c = p[n - 1];
  }
}

/* Reads a text up to its null byte, or most bytes of it; a negative most is no limit. */
void __tandem_reads_text(const char *p, int most) {
  size i;
  for (i = 0; (most < 0 || i < (size)most) && p[i]; i++)
    ;
}

/* The same, if p is not null. */
void __tandem_reads_text_if(const char *p, int most) {
  size i;
  for (i = 0; p && (most < 0 || i < (size)most) && p[i]; i++)
    ;
}

/* Reads a wide text up to its null character, if p is not null. */
void __tandem_reads_wide(const __WCHAR_TYPE__ *p) {
  while (p && *p)
    p++;
}

/* Reads a vector of texts up to its null pointer, and the texts, if v is not null. */
void __tandem_reads_vector(const char *const *v) {
  const char *p;
  for (; v && *v; v++)
    for (p = *v; *p; p++)
      ;
}

/* Reads what vprintf reads: the format, and the arguments of a va_list, which lie one after the other in slots of
   the size of a pointer (cfront/vararg.go). It stops at a format with a position, such as %1$d. It calls and writes
   nothing, so that it counts as a reader (instrument/readers.go). */
void __tandem_reads_list(const char *format, const void *list) {
  const char *arg = sizeof(void *) == 8 ? *(const char *const *)((const char *)list + 8) : (const char *)list;
  const char *f, *text;
  int most, longs, wide;
  size step;
  for (f = format; f && *f; f++) {
    if (*f != '%')
      continue;
    f++;
    while (*f == '-' || *f == '+' || *f == ' ' || *f == '#' || *f == '0' || *f == '\'' || *f == 'I')
      f++;
    if (*f == '*') {
      arg += sizeof(void *);
      f++;
    }
    while (*f >= '0' && *f <= '9')
      f++;
    if (*f == '$')
      return;
    most = -1;
    if (*f == '.') {
      f++;
      most = 0;
      if (*f == '*') {
        most = *(const int *)arg;
        arg += sizeof(void *);
        f++;
      }
      while (*f >= '0' && *f <= '9') {
        most = most < 100000000 ? 10 * most + (*f - '0') : most;
        f++;
      }
    }
    longs = wide = 0;
    while (*f == 'h' || *f == 'l' || *f == 'L' || *f == 'q' || *f == 'j' || *f == 'z' || *f == 'Z' || *f == 't') {
      longs += *f == 'l';
      wide |= *f == 'L' || *f == 'q' || *f == 'j';
      f++;
    }
    step = sizeof(void *);
    switch (*f) {
    case 0:
      return;
    case '%':
    case 'm':
      continue;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      step = *(f - 1) == 'L' ? sizeof(long double) : sizeof(double);
      break;
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'b': case 'B':
      if (wide || longs > 1)
        step = sizeof(long long);
      break;
    case 's':
      text = *(const char *const *)arg;
      if (text && !longs)
        while (most && *text) {
          text++;
          most -= most > 0;
        }
      break;
    }
    arg += step;
  }
}
