// true --64 -std=c23
// gcc: newer
#include <assert.h>
#if __has_embed("data.txt") != __STDC_EMBED_FOUND__ || __has_embed("data.txt" limit(0)) != 2 || __has_embed("none")
#error "__has_embed"
#endif
static const unsigned char all[] = {
#embed "data.txt"
}, two[] = {
#embed "data.txt" limit(2) prefix(7,) suffix(, 9)
}, none[] = {
#embed "data.txt" limit(0) if_empty(1, 2, 3) prefix(5)
}, late[] = {
#embed "data.txt" gnu::offset(3)
};
#if 0
#embed "none"
#endif
static int f(int a, int b) { return a + b; }
int main(void) {
  assert(sizeof all == 6 && all[0] == 'h' && all[5] == '\n' && sizeof none == 3 && none[2] == 3);
  assert(sizeof two == 4 && two[0] == 7 && two[1] == 'h' && two[3] == 9 && late[0] == 'l' && sizeof late == 3);
  int s = f(
#embed "data.txt" limit(2)
  );
  assert(s == 'h' + 'e');
  return 0;
}
