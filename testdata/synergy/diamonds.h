// N diamonds: D(name) that often, with names that differ.
#ifndef N
#define N 10
#endif
#define TEN(p) D(p##0) D(p##1) D(p##2) D(p##3) D(p##4) D(p##5) D(p##6) D(p##7) D(p##8) D(p##9)
#define HUNDRED(p) TEN(p##0) TEN(p##1) TEN(p##2) TEN(p##3) TEN(p##4) TEN(p##5) TEN(p##6) TEN(p##7) TEN(p##8) TEN(p##9)
#if N == 10
#define DIAMONDS TEN(x)
#elif N == 30
#define DIAMONDS TEN(x) TEN(y) TEN(z)
#elif N == 100
#define DIAMONDS HUNDRED(x)
#elif N == 200
#define DIAMONDS HUNDRED(x) HUNDRED(y)
#elif N == 1000
#define DIAMONDS HUNDRED(x0) HUNDRED(x1) HUNDRED(x2) HUNDRED(x3) HUNDRED(x4) HUNDRED(x5) HUNDRED(x6) HUNDRED(x7) HUNDRED(x8) HUNDRED(x9)
#else
#error N is 10, 30, 100, 200 or 1000
#endif
