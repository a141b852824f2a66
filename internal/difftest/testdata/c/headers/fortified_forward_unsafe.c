// false
// gcc: -O2
/* glibc's fortified headers, as gcc -O2 -D_FORTIFY_SOURCE=2 -E leaves them. */
#include <assert.h>
typedef __SIZE_TYPE__ size_t;
typedef struct _IO_FILE FILE;
extern int open(const char *path, int flags, ...);
extern int printf(const char *f, ...);
extern int snprintf(char *s, size_t n, const char *f, ...);
extern int __printf_chk(int flag, const char *f, ...);
extern int open_alias(const char *path, int flags, ...) __asm__("open");
extern void __open_too_many_args(void) __attribute__((__error__("open can be called either with 2 or 3 arguments, not more")));
extern __inline __attribute__((__always_inline__)) __attribute__((__gnu_inline__)) __attribute__((__artificial__)) int
printf(const char *__restrict f, ...) {
  return __printf_chk(2 - 1, f, __builtin_va_arg_pack());
}
extern __inline __attribute__((__always_inline__)) __attribute__((__gnu_inline__)) __attribute__((__artificial__)) int
__attribute__((__nothrow__, __leaf__)) snprintf(char *__restrict s, size_t n, const char *__restrict f, ...) {
  return __builtin___snprintf_chk(s, n, 2 - 1, __builtin_object_size(s, 2 > 1), f, __builtin_va_arg_pack());
}
extern __inline __attribute__((__always_inline__)) __attribute__((__gnu_inline__)) __attribute__((__artificial__)) int
open(const char *path, int flags, ...) {
  if (__builtin_va_arg_pack_len() > 1)
    __open_too_many_args();
  return open_alias(path, flags, __builtin_va_arg_pack());
}
int main(void) {
  char b[8];
  int n = snprintf(b, sizeof b, "%d-%s", 5, "abc");
  if (n != 5 || b[0] != '5' || b[2] != 'b' || b[5] != 0)
    assert(0);
  if (printf("%s\n", b) != 6)
    assert(0);
  if (open("a", 0) < -1)
    assert(0);
}
