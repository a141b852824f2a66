// Vectors in the forms that programs use.
#include <string.h>
#include <stdint.h>
void out(unsigned long long);
typedef float v4f __attribute__((vector_size(16)));
typedef int32_t v4i __attribute__((vector_size(16)));
typedef uint8_t v16u8 __attribute__((vector_size(16)));
#define N 4
__attribute__((vector_size(16))) int f(__attribute__((vector_size(16))) int x) { return x + 1; }
static inline int hsum(v4i v) { return v[0] + v[1] + v[2] + v[3]; }
static float dot(v4f a, v4f b) {
  v4f p = a * b;
  float s = 0;
  for (int i = 0; i < 4; i++)
    s += p[i];
  return s;
}
static v4i max4(v4i a, v4i b) {
  v4i m = a > b;
  return (a & m) | (b & ~m);
}
static const v4i tab[] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
struct pt { v4f pos; int id; };
v4i gv;
static int g __attribute__((vector_size(16))) = {1, 2, 3, 4};
int h __attribute__((__vector_size__(8)));

int main(void) {
  int arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  v4i x = *(v4i *)arr, y;
  memcpy(&y, arr + 4, sizeof y);
  v4i z = max4(x, y);
  out(hsum(z));
  int loc __attribute__((vector_size(16))) = {1, 2, 3, 4};
  static int k __attribute__((vector_size(16))) = {5};
  loc = f(loc);
  out(loc[3] + k[0] + k[1]);
  h[1] = g[2];
  out(h[1] + h[0]);
  out(dot((v4f){1, 2, 3, 4}, (v4f){1, 1, 1, 1}));
  for (int i = 0; i < N; i++)
    out((x + y)[i]);
  out(memcmp(&x, arr, 16) == 0);
  v4i (*fp)(v4i, v4i) = max4;
  out(fp(x, y)[0]);
  struct pt p = {.pos = {1, 2}, .id = 3};
  p.pos += 1.0f;
  out(p.pos[1] * 2 + p.id);
  gv = tab[1] - tab[0];
  out(gv[2]);
  v16u8 b = (v16u8)x;
  b = b + 255;
  out(b[0] + b[1]);
  x = (v4i){0} - 1;
  y = ~x;
  out(x[3]), out(y[0]);
  v4i *ap = __builtin_malloc(sizeof(v4i) * 2);
  ap[1] = z;
  out(ap[1][0]);
  const v4i c = z;
  volatile v4i vv = c;
  out(vv[1]);
  x = c[0] > 4 ? z : c;
  x[0]++, --x[1];
  int *q = &x[2];
  *q += 7;
  out(hsum(x << 2 >> 1));
  out(sizeof(x + y) + sizeof x[0] + sizeof(b) / sizeof(b[0]));
  return 0;
}
