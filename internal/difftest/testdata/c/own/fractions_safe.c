// true --check=default
// arithmetic with fractions that are always reduced
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define LIMIT 10000

typedef struct fraction {
    long num;
    long den; /* always positive */
} fraction;

static long gcd(long a, long b)
{
    if (a < 0)
        a = -a;
    while (b != 0) {
        long r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static fraction reduce(long num, long den)
{
    fraction f;
    long g;
    if (den < 0) {
        num = -num;
        den = -den;
    }
    g = gcd(num, den);
    f.num = num / g;
    f.den = den / g;
    return f;
}

static fraction add(fraction a, fraction b)
{
    return reduce(a.num * b.den + b.num * a.den, a.den * b.den);
}

static fraction multiply(fraction a, fraction b)
{
    return reduce(a.num * b.num, a.den * b.den);
}

static int divide(fraction a, fraction b, fraction *result)
{
    if (b.num == 0)
        return 0;
    *result = reduce(a.num * b.den, a.den * b.num);
    return 1;
}

static fraction input(void)
{
    int num = __VERIFIER_nondet_int();
    int den = __VERIFIER_nondet_int();
    if (num < -LIMIT || num > LIMIT)
        num = 0;
    if (den < 1 || den > LIMIT)
        den = 1;
    return reduce(num, den);
}

int main(void)
{
    fraction a = input(), b = input(), r = { 0, 1 };
    int ok = 1;

    switch (__VERIFIER_nondet_uchar()) {
    case '+':
        r = add(a, b);
        break;
    case '*':
        r = multiply(a, b);
        break;
    case '/':
        ok = divide(a, b, &r);
        break;
    default:
        ok = 0;
    }
    if (!ok) {
        puts("error");
        return 1;
    }
    assert(r.den > 0);
    printf("%ld/%ld is about %ld %%\n", r.num, r.den, r.num * 100 / r.den);
    return 0;
}
