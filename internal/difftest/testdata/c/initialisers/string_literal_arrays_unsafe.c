// false
#include <assert.h>
#include <wchar.h>
char *q = (char[3]){"hi"}, *q3 = (char[]){"abc" "d"};
static char q2[] = (char[]){"xy"};
struct S { char *p; char a[4]; } s = { (char[]){"pq"}, {"rs"} };
int main(void) {
  char *r = (char[]){"yo"};
  wchar_t *w = (wchar_t[]){L"wide"};
  assert(r[1] == 'o' && r[2] == 0 && sizeof (char[]){"hey"} == 1 && sizeof q2 == 3);
  assert(q[1] == 'i' && q3[3] == 'd' && q3[4] == 0 && q2[1] == 'y' && s.p[1] == 'q' && s.a[1] == 's' && s.a[3] == 0);
  assert(w[3] == L'e' && w[4] == 0 && sizeof (wchar_t[]){L"abc"} == 16);
  r[0] = 'n';
  assert(r[0] == 'n');
  return 0;
}
