//# @swap32
//: htonl
//: ntohl
unsigned @NAME(unsigned v)
{
	return v >> 24 | v >> 8 & 0xff00 | (v & 0xff00) << 8 | v << 24;
}

//# @swap16
//: htons
//: ntohs
unsigned short @NAME(unsigned short v)
{
	return (unsigned short)(v >> 8 | v << 8);
}

//# inet_aton
/* An address of one to four numbers (decimal, octal or hexadecimal), of which the last fills the remaining bytes. */
int inet_aton(const char *s, void *to)
{
	static const unsigned most[4] = {0xffffffff, 0xffffff, 0xffff, 0xff};
	unsigned part[4], v = 0;
	int n = 0, i;
	for (;;) {
		unsigned long long x = 0;
		unsigned base = 10;
		int digits = 0;
		if (*s < '0' || *s > '9')
			return 0;
		if (*s == '0') {
			base = 8;
			s++;
			digits = 1;
			if (*s == 'x' || *s == 'X') {
				base = 16;
				s++;
				digits = 0;
				/* strtoul reads 0x without digits as 0, and stops at the x */
			}
		}
		for (;;) {
			unsigned d = *s >= '0' && *s <= '9' ? *s - '0' : *s >= 'a' && *s <= 'f' ? *s - 'a' + 10 : *s >= 'A' && *s <= 'F' ? *s - 'A' + 10 : 99;
			if (d >= base)
				break;
			x = x * base + d;
			if (x > 0xffffffff)
				return 0;
			digits++;
			s++;
		}
		if (!digits)
			return 0;
		part[n] = (unsigned)x;
		n++;
		if (*s != '.')
			break;
		if (n == 4 || x > 255)
			return 0;
		s++;
	}
	if (*s && *s != ' ' && !(*s >= '\t' && *s <= '\r'))
		return 0;
	if (part[n - 1] > most[n - 1])
		return 0;
	for (i = 0; i < n - 1; i++)
		v |= part[i] << (24 - 8 * i);
	v |= part[n - 1];
	if (to) {
		unsigned char *p = to;
		for (i = 0; i < 4; i++)
			p[i] = (unsigned char)(v >> (24 - 8 * i));
	}
	return 1;
}

//# inet_addr inet_aton
int inet_aton(const char *s, void *to);
unsigned inet_addr(const char *s)
{
	unsigned v;
	return inet_aton(s, &v) ? v : 0xffffffff;
}

//# inet_ntoa
struct in_addr { unsigned s_addr; };
char *inet_ntoa(struct in_addr a)
{
	static char text[18];
	const unsigned char *p = (const unsigned char *)&a.s_addr;
	int i, n = 0;
	for (i = 0; i < 4; i++) {
		if (i)
			text[n++] = '.';
		if (p[i] >= 100)
			text[n++] = (char)('0' + p[i] / 100);
		if (p[i] >= 10)
			text[n++] = (char)('0' + p[i] / 10 % 10);
		text[n++] = (char)('0' + p[i] % 10);
	}
	text[n] = 0;
	return text;
}

//# __tandem_pton4
/* Reads four decimal numbers without leading zeros from the first len bytes of s. */
int __tandem_pton4(const char *s, unsigned len, unsigned char *to)
{
	unsigned i, n = 0, v = 0, digits = 0;
	unsigned char r[4];
	for (i = 0; i < len; i++) {
		if (s[i] >= '0' && s[i] <= '9') {
			if (digits && !v)
				return 0;
			v = 10 * v + (unsigned)(s[i] - '0');
			digits++;
			if (v > 255)
				return 0;
		} else if (s[i] == '.' && digits && n < 3) {
			r[n++] = (unsigned char)v;
			v = digits = 0;
		} else {
			return 0;
		}
	}
	if (!digits || n != 3)
		return 0;
	r[3] = (unsigned char)v;
	for (i = 0; i < 4; i++)
		to[i] = r[i];
	return 1;
}

//# inet_pton __tandem_pton4 __tandem_errno
int __tandem_pton4(const char *s, unsigned len, unsigned char *to);
void __tandem_errno(int);
int inet_pton(int af, const char *s, void *to)
{
	unsigned char r[16], *d = to;
	unsigned i, n = 0, len = 0, at = 0, start;
	int gap = -1, k;
	while (s[len])
		len++;
	if (af == 2)
		return __tandem_pton4(s, len, to);
	if (af != 10) {
		__tandem_errno(97);
		return -1;
	}
	for (i = 0; i < 16; i++)
		r[i] = 0;
	if (len == 0)
		return 0;
	if (s[0] == ':') {
		if (s[1] != ':')
			return 0;
		at = 1;
	}
	/* groups of up to four digits, one gap, perhaps an IPv4 address at the end */
	start = at;
	while (at < len) {
		unsigned v = 0, digits = 0;
		if (s[at] == ':' && at == start) {
			if (gap >= 0)
				return 0;
			gap = (int)n;
			at++;
			start = at;
			continue;
		}
		start = at;
		for (;;) {
			unsigned x = s[at] >= '0' && s[at] <= '9' ? s[at] - '0' : s[at] >= 'a' && s[at] <= 'f' ? s[at] - 'a' + 10 : s[at] >= 'A' && s[at] <= 'F' ? s[at] - 'A' + 10 : 99;
			if (x > 15)
				break;
			if (digits == 4)
				return 0;
			v = v << 4 | x;
			digits++;
			at++;
		}
		if (s[at] == '.' && n + 4 <= 16 && __tandem_pton4(s + start, len - start, r + n)) {
			n += 4;
			at = len;
			break;
		}
		if (!digits || n + 2 > 16)
			return 0;
		r[n++] = (unsigned char)(v >> 8);
		r[n++] = (unsigned char)v;
		if (at == len)
			break;
		if (s[at] != ':')
			return 0;
		at++;
		if (at == len)
			return 0;
		start = at;
	}
	if (gap >= 0) {
		if (n == 16)
			return 0;
		for (k = (int)n - 1; k >= gap; k--) {
			r[k + 16 - (int)n] = r[k];
			r[k] = 0;
		}
		n = 16;
	}
	if (n != 16)
		return 0;
	for (i = 0; i < 16; i++)
		d[i] = r[i];
	return 1;
}

//# inet_ntop __tandem_errno
void __tandem_errno(int);
/* Writes the address at p with dots to t, without a null byte, and returns its length. */
static int dotted(const unsigned char *p, char *t)
{
	int i, n = 0;
	for (i = 0; i < 4; i++) {
		if (i)
			t[n++] = '.';
		if (p[i] >= 100)
			t[n++] = (char)('0' + p[i] / 100);
		if (p[i] >= 10)
			t[n++] = (char)('0' + p[i] / 10 % 10);
		t[n++] = (char)('0' + p[i] % 10);
	}
	return n;
}
const char *inet_ntop(int af, const void *from, char *d, unsigned room)
{
	const unsigned char *p = from;
	char text[64];
	unsigned w[8], i, n = 0, at = 8, len = 0, run = 0;
	if (af == 2) {
		n = (unsigned)dotted(p, text);
	} else if (af == 10) {
		for (i = 0; i < 8; i++) {
			w[i] = (unsigned)p[2 * i] << 8 | p[2 * i + 1];
			run = w[i] ? 0 : run + 1;
			if (run > len) {
				len = run;
				at = i + 1 - run;
			}
		}
		if (len < 2)
			at = 8;
		for (i = 0; i < 8; i++) {
			int k, shown = 0;
			if (at < 8 && i >= at && i < at + len) {
				if (i == at)
					text[n++] = ':';
				continue;
			}
			if (i)
				text[n++] = ':';
			if (i == 6 && at == 0 && (len == 6 || len == 7 && w[7] != 1 || len == 5 && w[5] == 0xffff)) {
				n += (unsigned)dotted(p + 12, text + n);
				break;
			}
			for (k = 12; k >= 0; k -= 4) {
				unsigned x = w[i] >> k & 15;
				if (x || shown || k == 0) {
					text[n++] = (char)(x < 10 ? '0' + x : 'a' + x - 10);
					shown = 1;
				}
			}
		}
		if (at < 8 && at + len == 8)
			text[n++] = ':';
	} else {
		__tandem_errno(97);
		return 0;
	}
	text[n] = 0;
	if (n + 1 > room) {
		__tandem_errno(28);
		return 0;
	}
	for (i = 0; i <= n; i++)
		d[i] = text[i];
	return d;
}
