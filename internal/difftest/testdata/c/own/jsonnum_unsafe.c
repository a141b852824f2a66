// false --check=default
// stdin: "9223372036854775808\n"
// checks that lines are numbers as JSON has them, and converts them
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
    bool negative;
    long mantissa;
    int exponent;
} number_t;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits into *m as long as they fit; returns how many digits there were. */
static int read_digits(const char **p, long *m, int *dropped)
{
    int n = 0;
    while (is_digit(**p)) {
        if (*m <= LONG_MAX / 10)
            *m = *m * 10 + (**p - '0');
        else
            (*dropped)++;
        (*p)++;
        n++;
    }
    return n;
}

static bool parse_number(const char *p, number_t *out)
{
    int dropped = 0, n;

    out->negative = false;
    out->mantissa = 0;
    out->exponent = 0;
    if (*p == '-') {
        out->negative = true;
        p++;
    }
    if (*p == '0') {
        p++;
    } else {
        if (read_digits(&p, &out->mantissa, &dropped) == 0)
            return false;
        out->exponent += dropped;
    }
    if (*p == '.') {
        p++;
        dropped = 0;
        n = read_digits(&p, &out->mantissa, &dropped);
        if (n == 0)
            return false;
        out->exponent -= n - dropped;
    }
    if (*p == 'e' || *p == 'E') {
        bool minus = false;
        int e = 0;
        p++;
        if (*p == '+' || *p == '-')
            minus = *p++ == '-';
        if (!is_digit(*p))
            return false;
        for (; is_digit(*p); p++)
            if (e < 1000)
                e = e * 10 + (*p - '0');
        out->exponent += minus ? -e : e;
    }
    return *p == '\n' || *p == '\0';
}

/* The integral part, or the nearest limit. */
static long to_long(const number_t *x)
{
    long v = x->mantissa;
    int e = x->exponent;
    for (; e > 0 && v != 0; e--) {
        if (v > LONG_MAX / 10)
            return x->negative ? LONG_MIN : LONG_MAX;
        v *= 10;
    }
    for (; e < 0 && v != 0; e++)
        v /= 10;
    return x->negative ? -v : v;
}

int main(void)
{
    char line[80];
    unsigned good = 0, bad = 0;
    number_t x;

    while (good + bad < 100 && fgets(line, sizeof line, stdin) != NULL) {
        if (parse_number(line, &x)) {
            printf("%c%ld e%d = %ld\n", x.negative ? '-' : '+', x.mantissa, x.exponent, to_long(&x));
            good++;
        } else {
            printf("no number: %s", line);
            bad++;
        }
    }
    printf("%u good, %u bad\n", good, bad);
    return bad != 0;
}
