// true --check=default
// numbers with sixteen bits after the point, and limits instead of overflows
#include <stdint.h>
#include <stdio.h>

typedef int32_t fixed;

#define ONE 65536
#define FIXED_MAX INT32_MAX
#define FIXED_MIN INT32_MIN

static fixed clamp(int64_t v)
{
	if (v > FIXED_MAX)
		return FIXED_MAX;
	if (v < FIXED_MIN)
		return FIXED_MIN;
	return (fixed)v;
}

static fixed fx_add(fixed a, fixed b)
{
	return clamp((int64_t)a + b);
}

static fixed fx_mul(fixed a, fixed b)
{
	return clamp((int64_t)a * b / ONE);
}

static fixed fx_div(fixed a, fixed b)
{
	if (b == 0)
		return a < 0 ? FIXED_MIN : FIXED_MAX;
	return clamp((int64_t)a * ONE / b);
}

/* square root by Newton's method */
static fixed fx_sqrt(fixed a)
{
	fixed x = a > ONE ? a / 2 : ONE;
	int i;

	if (a <= 0)
		return 0;
	for (i = 0; i < 24 && x > 0; i++)
		x = fx_add(x, fx_div(a, x)) / 2;
	return x;
}

/* "-12.375"; returns 0 if this is no number */
static int fx_parse(const char *s, fixed *out)
{
	int64_t whole = 0, part = 0, scale = 1;
	int negative = 0, digits = 0;

	if (*s == '-') {
		negative = 1;
		s++;
	}
	for (; *s >= '0' && *s <= '9'; s++, digits++) {
		if (whole > 32767)
			return 0;
		whole = whole * 10 + (*s - '0');
	}
	if (*s == '.') {
		s++;
		for (; *s >= '0' && *s <= '9'; s++, digits++) {
			if (scale < 100000) {
				part = part * 10 + (*s - '0');
				scale *= 10;
			}
		}
	}
	if (digits == 0 || (*s != '\n' && *s != '\0'))
		return 0;
	whole = whole * ONE + part * ONE / scale;
	*out = clamp(negative ? -whole : whole);
	return 1;
}

static void fx_print(const char *name, fixed v)
{
	int64_t w = v < 0 ? -(int64_t)v : v;
	printf("%s = %s%d.%04d\n", name, v < 0 ? "-" : "", (int)(w / ONE), (int)(w % ONE * 10000 / ONE));
}

int main(void)
{
	char line[40];
	fixed x, sum = 0, product = ONE;
	int n = 0;

	while (n < 50 && fgets(line, sizeof line, stdin) != NULL) {
		if (!fx_parse(line, &x)) {
			printf("no number: %s", line);
			continue;
		}
		sum = fx_add(sum, x);
		product = fx_mul(product, x);
		n++;
	}
	fx_print("sum", sum);
	fx_print("product", product);
	fx_print("root", fx_sqrt(sum));
	if (n > 0)
		fx_print("mean", fx_div(sum, n * ONE));
	return 0;
}
