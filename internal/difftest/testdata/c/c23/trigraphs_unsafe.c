// false --64 -std=c99
??=include <assert.h>
int main(void) ??<
  int a??(2??) = ??< 1, 2 ??>;
  const char *s = "??/n??'??!??-";
  // one line ??/
  assert(0);
  assert(sizeof "??/n" == 2 && s[0] == '\n' && s[1] == '^' && s[2] == '|' && s[3] == '~' && a[1] == 1);
  return 0;
??>
