package models

// The files of formats for wide characters. Texts and characters that conversions
// read or write have their own type; the formats are the same.

var wideConvert = []string{
	"__tandem_put_", "__tandem_wput_",
	"(char *s, size cap", "(" + wide + " *s, size cap",
	"			s[n] = (char)c;\n		n++;", "			s[n] = c;\n		n++;",
	"if (t[len] < 0 || t[len] > 127)", "if (0)", // no character is left out
}

var wideFormat = []string{
	"//# provides: __tandem_format", "//# provides: __tandem_wformat",
	"long long __tandem_format(char *s", "long long __tandem_wformat(" + wide + " *s",
	"__tandem_put_", "__tandem_wput_",
	"(char *s, size cap", "(" + wide + " *s, size cap",
	"const char *f", "const " + wide + " *f",
	"if (c > 127)", "if (0)",
	"int narrow = 0;", "int narrow = 1;",
}

var wideScan = []string{
	"__tandem_scan_", "__tandem_wscan_", "__tandem_stdin", "__tandem_wstdin",
	"vsscanf", "vswscanf", "vfscanf", "vfwscanf", "sscanf", "swscanf", "fscanf", "fwscanf", "vscanf", "vwscanf", "scanf",
	"wscanf",
	"__tandem_getc", "__tandem_getwc", "__tandem_unread", "__tandem_unreadwc",
	"const char *s;\n	FILE", "const wide *s;\n	FILE",
	"c = (unsigned char)*in->s;", "c = *in->s;",
	"const char *s, const char *f", "const wide *s, const wide *f",
	"const char *f", "const wide *f",
	"const char *s, int c", "const wide *s, int c",
	"const char *set", "const wide *set",
	"(unsigned char)s[", "(unsigned)s[", "(unsigned char)f[", "(int)f[",
	"c >= (unsigned)", "(unsigned)c >= (unsigned)",
	"if (o->wide && c > 127)", "if (!o->wide && c > 127 && o->conv == 'c') {\n			__tandem_errno(EILSEQ);\n			return " +
		"END;\n		}\n		if (!o->wide && c > 127)",
	"			p[n] = 0;", "			p[n] = p[n + 1] = 0;", // glibc ends it twice
}
