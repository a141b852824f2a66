package models

import (
	"fmt"
	"strings"
)

// localeTemplates are the functions that take a locale: there is "C" only, so they are those
// without. The signatures are "result name(parameters)".
func localeTemplates() map[string]template {
	const cstr, wstr, wint, size = "const char *", "const " + wide + " *", "__WINT_TYPE__", "__SIZE_TYPE__"
	ts := map[string]template{}
	add := func(result, name string, params ...string) {
		pairs := []string{"@BASE", strings.Trim(name, "_"), "@TYPE", result}
		for i, p := range params {
			pairs = append(pairs, fmt.Sprintf("@P%d", i+1), p)
		}
		ts[name+"_l"] = template{fmt.Sprintf("@locale%d", len(params)), pairs}
	}
	for _, class := range strings.Fields("alnum alpha blank cntrl digit graph lower print punct space upper xdigit") {
		add("int", "is"+class, "int")
		add("int", "isw"+class, wint)
	}
	for _, name := range []string{"tolower", "toupper", "__tolower", "__toupper"} {
		add("int", name, "int")
	}
	add(wint, "towlower", wint)
	add(wint, "towupper", wint)
	add("int", "iswctype", wint, "unsigned long")
	add("unsigned long", "wctype", cstr)
	add("const int *", "wctrans", cstr)
	add(wint, "towctrans", wint, "const int *")
	add("int", "strcasecmp", cstr, cstr)
	add("int", "strncasecmp", cstr, cstr, size)
	add("int", "strcoll", cstr, cstr)
	add(size, "strxfrm", "char *", cstr, size)
	add("int", "wcscasecmp", wstr, wstr)
	add("int", "wcsncasecmp", wstr, wstr, size)
	add("int", "wcscoll", wstr, wstr)
	add(size, "wcsxfrm", wide+" *", wstr, size)
	add(size, "strftime", "char *", size, cstr, "const void *")
	add("char *", "strptime", cstr, cstr, "void *")
	for prefix, char := range map[string]string{"strto": "char", "wcsto": wide} {
		text, end := "const "+char+" *", char+" **"
		for suffix, t := range map[string]string{"l": "long", "ul": "unsigned long", "ll": "long long",
			"ull": "unsigned long long"} {
			add(t, prefix+suffix, text, end, "int")
		}
		add("double", prefix+"d", text, end)
		add("float", prefix+"f", text, end)
		add("long double", prefix+"ld", text, end)
	}
	return ts
}
