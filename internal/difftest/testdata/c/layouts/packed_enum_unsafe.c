// false
#include <assert.h>
#include <stddef.h>
enum __attribute__((packed)) E1 { A1, B1 = 300 };
enum E2 { A2, B2 } __attribute__((packed));
typedef enum __attribute__((__packed__)) { A3 = -1, B3 = 5 } E3;
typedef enum { A4 = -200, B4 } __attribute__((packed)) E4;
struct S { char c; enum { A5, B5 = 1000 } __attribute__((packed)) e; char d; enum E1 e1; enum E2 e2; E3 e3; E4 e4; };
struct T { char c; __attribute__((packed)) enum { A6, B6 } f; };
struct U { char c; enum E9 { A7, B7 } g __attribute__((packed)); };
enum E8 { A8 = 70000 } __attribute__((packed)) x8;
static enum E2 g2;
struct P32 { int a; union { int b; long long c; } __attribute__((packed)) u; } __attribute__((packed));
#define ASSERT_SIZE(t, n) typedef char t ## _size[1 - 2*!!(sizeof(struct t) != (n))]
ASSERT_SIZE(P32, 12);
#define BUG(c) ((void)sizeof(char[1 - 2*!!(c)]))
static int first(void) { BUG(sizeof(struct P32) != 12);
  return sizeof(enum E1) * 1 + 10 * sizeof(enum E2) + 100 * sizeof(E3) + 1000 * sizeof(E4) + 10000*sizeof(struct S) + 1000000*offsetof(struct S, e) + 10000000 * sizeof(struct T); }
static int second(void) { return  sizeof(struct U) + 100 * sizeof(x8) + 1000 * sizeof(A8) + 10000 * offsetof(struct S, d) + 100000 * offsetof(struct S, e4) + 1000000* sizeof(enum { Q1, Q2} __attribute__((packed))); }
int main(void) {
  assert(first() == 52122113);
  assert(second() == 2044405);
  return 0;
}
