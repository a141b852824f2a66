// false --check=default
// inputs: -2147483648
// numbers in words
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static const char *const small[] = {
	"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
	"ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
	"eighteen", "nineteen",
};

static const char *const tens[] = {
	"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
};

struct text {
	char s[128];
	size_t len;
	int truncated;
};

static void append(struct text *t, const char *word)
{
	size_t n = strlen(word);
	size_t blank = t->len > 0 ? 1 : 0;

	if (t->len + blank + n >= sizeof t->s) {
		t->truncated = 1;
		return;
	}
	if (blank)
		t->s[t->len++] = ' ';
	memcpy(t->s + t->len, word, n + 1);
	t->len += n;
}

static void below_thousand(struct text *t, unsigned n)
{
	if (n >= 100) {
		append(t, small[n / 100]);
		append(t, "hundred");
		n %= 100;
		if (n == 0)
			return;
	}
	if (n >= 20) {
		append(t, tens[n / 10]);
		n %= 10;
		if (n == 0)
			return;
	}
	append(t, small[n]);
}

static void spell(struct text *t, int number)
{
	static const struct {
		unsigned value;
		const char *name;
	} scale[] = { { 1000000000, "billion" }, { 1000000, "million" }, { 1000, "thousand" } };
	unsigned n = number < 0 ? -number : number;
	size_t i;

	if (number < 0)
		append(t, "minus");
	for (i = 0; i < sizeof scale / sizeof scale[0]; i++) {
		if (n >= scale[i].value) {
			below_thousand(t, n / scale[i].value);
			append(t, scale[i].name);
			n %= scale[i].value;
		}
	}
	if (n > 0 || number == 0)
		below_thousand(t, n);
}

int main(void)
{
	struct text t;

	t.s[0] = '\0';
	t.len = 0;
	t.truncated = 0;
	spell(&t, __VERIFIER_nondet_int());
	assert(t.len < sizeof t.s);
	printf("%s%s\n", t.s, t.truncated ? "..." : "");
	return 0;
}
