// false --check=default
// inputs: 2 48
// records of tag, length and value, which may contain records
#include <stdint.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define MESSAGE 48
#define DEPTH 4

enum { TAG_INT = 1, TAG_TEXT = 2, TAG_LIST = 3 };

struct stats {
	uint32_t sum;
	unsigned texts;
	unsigned letters;
	unsigned lists;
};

static int parse(const uint8_t *p, const uint8_t *end, int depth, struct stats *st);

static int parse_int(const uint8_t *p, unsigned len, struct stats *st)
{
	uint32_t v = 0;
	unsigned i;
	if (len < 1 || len > 4)
		return -1;
	for (i = 0; i < len; i++)
		v = v << 8 | p[i];
	st->sum += v;
	return 0;
}

static void parse_text(const uint8_t *p, unsigned len, struct stats *st)
{
	unsigned i;
	for (i = 0; i < len; i++)
		if ((p[i] >= 'a' && p[i] <= 'z') || (p[i] >= 'A' && p[i] <= 'Z'))
			st->letters++;
	st->texts++;
}

static int parse(const uint8_t *p, const uint8_t *end, int depth, struct stats *st)
{
	if (depth > DEPTH)
		return -1;
	while (end - p >= 2) {
		unsigned tag = p[0], len = p[1];
		if (len > (unsigned)(end - p))
			return -1;
		p += 2;
		switch (tag) {
		case TAG_INT:
			if (parse_int(p, len, st) != 0)
				return -1;
			break;
		case TAG_TEXT:
			parse_text(p, len, st);
			break;
		case TAG_LIST:
			st->lists++;
			if (parse(p, p + len, depth + 1, st) != 0)
				return -1;
			break;
		case 0:
			return 0;
		default:
			return -1;
		}
		p += len;
	}
	return p == end ? 0 : -1;
}

int main(void)
{
	uint8_t message[MESSAGE];
	struct stats st = { 0, 0, 0, 0 };
	int i, r;

	for (i = 0; i < MESSAGE; i++)
		message[i] = __VERIFIER_nondet_uchar();
	r = parse(message, message + MESSAGE, 0, &st);
	printf("%s: sum %u, %u texts with %u letters, %u lists\n", r == 0 ? "ok" : "malformed",
	       (unsigned)st.sum, st.texts, st.letters, st.lists);
	return r != 0;
}
