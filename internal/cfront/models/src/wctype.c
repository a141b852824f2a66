//# iswdigit
int iswdigit(__WINT_TYPE__ c)
{
	return c >= '0' && c <= '9';
}

//# iswlower
int iswlower(__WINT_TYPE__ c)
{
	return (c >= 'a' && c <= 'z') ? 0x200 : 0;
}

//# iswupper
int iswupper(__WINT_TYPE__ c)
{
	return (c >= 'A' && c <= 'Z') ? 0x100 : 0;
}

//# iswalpha
int iswalpha(__WINT_TYPE__ c)
{
	return (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') ? 0x400 : 0;
}

//# iswalnum
int iswalnum(__WINT_TYPE__ c)
{
	return (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') ? 8 : 0;
}

//# iswxdigit
int iswxdigit(__WINT_TYPE__ c)
{
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
}

//# iswspace
int iswspace(__WINT_TYPE__ c)
{
	return (c == ' ' || c >= '\t' && c <= '\r') ? 0x2000 : 0;
}

//# iswblank
int iswblank(__WINT_TYPE__ c)
{
	return c == ' ' || c == '\t';
}

//# iswcntrl
int iswcntrl(__WINT_TYPE__ c)
{
	return (c < 32 || c == 127) ? 2 : 0;
}

//# iswprint
int iswprint(__WINT_TYPE__ c)
{
	return (c >= 32 && c < 127) ? 0x4000 : 0;
}

//# iswgraph
int iswgraph(__WINT_TYPE__ c)
{
	return (c > 32 && c < 127) ? 0x8000 : 0;
}

//# iswpunct
int iswpunct(__WINT_TYPE__ c)
{
	return (c > 32 && c < 48 || c > 57 && c < 65 || c > 90 && c < 97 || c > 122 && c < 127) ? 4 : 0;
}

//# towlower
__WINT_TYPE__ towlower(__WINT_TYPE__ c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

//# towupper
__WINT_TYPE__ towupper(__WINT_TYPE__ c)
{
	return c >= 'a' && c <= 'z' ? c - 32 : c;
}

//# wctype
/* Whether two texts are equal. */
static int same(const char *a, const char *b)
{
	__SIZE_TYPE__ i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return a[i] == b[i];
}
unsigned long wctype(const char *name)
{
	if (same(name, "alnum"))
		return 1;
	if (same(name, "alpha"))
		return 2;
	if (same(name, "blank"))
		return 3;
	if (same(name, "cntrl"))
		return 4;
	if (same(name, "digit"))
		return 5;
	if (same(name, "graph"))
		return 6;
	if (same(name, "lower"))
		return 7;
	if (same(name, "print"))
		return 8;
	if (same(name, "punct"))
		return 9;
	if (same(name, "space"))
		return 10;
	if (same(name, "upper"))
		return 11;
	if (same(name, "xdigit"))
		return 12;
	return 0;
}

//# iswctype iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit
int iswalnum(__WINT_TYPE__ c);
int iswalpha(__WINT_TYPE__ c);
int iswblank(__WINT_TYPE__ c);
int iswcntrl(__WINT_TYPE__ c);
int iswdigit(__WINT_TYPE__ c);
int iswgraph(__WINT_TYPE__ c);
int iswlower(__WINT_TYPE__ c);
int iswprint(__WINT_TYPE__ c);
int iswpunct(__WINT_TYPE__ c);
int iswspace(__WINT_TYPE__ c);
int iswupper(__WINT_TYPE__ c);
int iswxdigit(__WINT_TYPE__ c);
int iswctype(__WINT_TYPE__ c, unsigned long type)
{
	int r = 0;
	switch (type) {
	case 1: r = iswalnum(c); break;
	case 2: r = iswalpha(c); break;
	case 3: r = iswblank(c); break;
	case 4: r = iswcntrl(c); break;
	case 5: r = iswdigit(c); break;
	case 6: r = iswgraph(c); break;
	case 7: r = iswlower(c); break;
	case 8: r = iswprint(c); break;
	case 9: r = iswpunct(c); break;
	case 10: r = iswspace(c); break;
	case 11: r = iswupper(c); break;
	case 12: r = iswxdigit(c); break;
	}
	return r != 0;
}

//# wctrans
const int *wctrans(const char *name)
{
	static const int known[2] = { 1, 2 };
	static const char lower[] = "tolower", upper[] = "toupper";
	int i;
	for (i = 0; name[i] && name[i] == lower[i]; i++)
		;
	if (name[i] == lower[i])
		return &known[0];
	for (i = 0; name[i] && name[i] == upper[i]; i++)
		;
	if (name[i] == upper[i])
		return &known[1];
	return 0;
}

//# towctrans
__WINT_TYPE__ towctrans(__WINT_TYPE__ c, const int *desc)
{
	if (!desc)
		return c;
	if (*desc == 1)
		return c >= 'A' && c <= 'Z' ? c + 32 : c;
	return c >= 'a' && c <= 'z' ? c - 32 : c;
}
