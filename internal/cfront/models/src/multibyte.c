//# __ctype_get_mb_cur_max
__SIZE_TYPE__ __ctype_get_mb_cur_max(void)
{
	return 1;
}

//# btowc
__WINT_TYPE__ btowc(int c)
{
	return c >= 0 && c < 128 ? (__WINT_TYPE__)c : (__WINT_TYPE__)-1;
}

//# wctob
int wctob(__WINT_TYPE__ c)
{
	return c < 128 ? (int)c : -1;
}

//# mbsinit
int mbsinit(const int *ps)
{
	return !ps || ps[0] == 0;
}

//# @mbrto __tandem_errno
//: mbrtoc16 | @CHAR=unsigned short
//: mbrtoc32 | @CHAR=unsigned
//: mbrtowc | @CHAR=__WCHAR_TYPE__
void __tandem_errno(int);
__SIZE_TYPE__ @NAME(@CHAR *d, const char *s, __SIZE_TYPE__ n, int *ps)
{
	if (!s)
		return 0;
	if (n == 0)
		return (__SIZE_TYPE__)-2;
	if (*s < 0) {
		__tandem_errno(84);
		return (__SIZE_TYPE__)-1;
	}
	if (d)
		*d = (@CHAR)*s;
	return *s != 0;
}

//# @mbrlen mbrtowc
//: __mbrlen
//: mbrlen
__SIZE_TYPE__ mbrtowc(__WCHAR_TYPE__ *d, const char *s, __SIZE_TYPE__ n, int *ps);
__SIZE_TYPE__ @NAME(const char *s, __SIZE_TYPE__ n, int *ps)
{
	return mbrtowc(0, s, n, ps);
}

//# @rtomb __tandem_errno
//: c32rtomb | @CHAR=unsigned
//: wcrtomb | @CHAR=__WCHAR_TYPE__
void __tandem_errno(int);
__SIZE_TYPE__ @NAME(char *d, @CHAR c, int *ps)
{
	if (!d)
		return 1;
	if (c < 0 || c >= 128) {
		__tandem_errno(84);
		return (__SIZE_TYPE__)-1;
	}
	*d = (char)c;
	return 1;
}

//# c16rtomb __tandem_errno
void __tandem_errno(int);
__SIZE_TYPE__ c16rtomb(char *d, unsigned short c, int *ps)
{
	static int state[2];
	/* The first half of a surrogate pair is kept in the state. No pair has a character in the "C" locale. */
	if (!ps)
		ps = state;
	if (!d) {
		ps[0] &= 0x7fffffff;
		ps[1] = 0;
		return 1;
	}
	if (ps[0] < 0) {
		ps[0] &= 0x7fffffff;
		ps[1] = 0;
		__tandem_errno(84);
		return (__SIZE_TYPE__)-1;
	}
	if (c >= 0xd800 && c < 0xdc00) {
		ps[0] = (int)(ps[0] | 0x80000000u);
		ps[1] = c;
		return 0;
	}
	if (c >= 128) {
		__tandem_errno(84);
		return (__SIZE_TYPE__)-1;
	}
	*d = (char)c;
	return 1;
}

//# mbtowc __tandem_errno
void __tandem_errno(int);
int mbtowc(__WCHAR_TYPE__ *d, const char *s, __SIZE_TYPE__ n)
{
	if (!s)
		return 0;
	if (!*s) {
		if (d)
			*d = 0;
		return 0;
	}
	if (n == 0)
		return -1;
	if (*s < 0) {
		__tandem_errno(84);
		return -1;
	}
	if (d)
		*d = *s;
	return 1;
}

//# mblen __tandem_errno
void __tandem_errno(int);
int mblen(const char *s, __SIZE_TYPE__ n)
{
	if (!s || !*s)
		return 0;
	if (n == 0)
		return -1;
	if (*s < 0) {
		__tandem_errno(84);
		return -1;
	}
	return 1;
}

//# wctomb __tandem_errno
void __tandem_errno(int);
int wctomb(char *d, __WCHAR_TYPE__ c)
{
	if (!d)
		return 0;
	if (c < 0 || c >= 128) {
		__tandem_errno(84);
		return -1;
	}
	*d = (char)c;
	return 1;
}

//# @mbsto __tandem_errno
//: mbstowcs | @FROM=char | @TO=__WCHAR_TYPE__
//: wcstombs | @FROM=__WCHAR_TYPE__ | @TO=char
void __tandem_errno(int);
__SIZE_TYPE__ @NAME(@TO *d, const @FROM *s, __SIZE_TYPE__ n)
{
	__SIZE_TYPE__ i;
	for (i = 0; !d || i < n; i++) {
		if (s[i] < 0 || s[i] >= 128) {
			__tandem_errno(84);
			return (__SIZE_TYPE__)-1;
		}
		if (d)
			d[i] = (@TO)s[i];
		if (!s[i])
			break;
	}
	return i;
}

//# @mbsrto __tandem_errno
//: mbsrtowcs | @FROM=char | @TO=__WCHAR_TYPE__
//: wcsrtombs | @FROM=__WCHAR_TYPE__ | @TO=char
void __tandem_errno(int);
__SIZE_TYPE__ @NAME(@TO *d, const @FROM **src, __SIZE_TYPE__ n, int *ps)
{
	const @FROM *s = *src;
	__SIZE_TYPE__ i;
	for (i = 0; !d || i < n; i++) {
		if (s[i] < 0 || s[i] >= 128) {
			if (d)
				*src = s + i;
			__tandem_errno(84);
			return (__SIZE_TYPE__)-1;
		}
		if (d)
			d[i] = (@TO)s[i];
		if (!s[i]) {
			if (d)
				*src = 0;
			return i;
		}
	}
	*src = s + i;
	return i;
}

//# @mbsnrto __tandem_errno
//: mbsnrtowcs | @FROM=char | @TO=__WCHAR_TYPE__
//: wcsnrtombs | @FROM=__WCHAR_TYPE__ | @TO=char
void __tandem_errno(int);
__SIZE_TYPE__ @NAME(@TO *d, const @FROM **src, __SIZE_TYPE__ max, __SIZE_TYPE__ n, int *ps)
{
	const @FROM *s = *src;
	__SIZE_TYPE__ i;
	for (i = 0; i < max && (!d || i < n); i++) {
		if (s[i] < 0 || s[i] >= 128) {
			if (d)
				*src = s + i;
			__tandem_errno(84);
			return (__SIZE_TYPE__)-1;
		}
		if (d)
			d[i] = (@TO)s[i];
		if (!s[i]) {
			if (d)
				*src = 0;
			return i;
		}
	}
	if (d)
		*src = s + i;
	return i;
}
