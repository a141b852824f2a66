package cprint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// A function whose result has several parts gives one input for each part: f.lo and f.hi, f.m and f.se, f.re and f.im,
// ... The harness defines a function for each part, under these names, which are not C identifiers, and a function f
// that calls them.

// ResultOf returns the function that an input with this name is a result of: the name without the suffix of a part.
func ResultOf(name string) string {
	name, _, _ = strings.Cut(name, ".")
	return name
}

// wideParts lists the possible parts of a result: the suffixes of the parts, the C type of the result, and the
// statements that compute the result r from the parts.
var wideParts = []struct {
	parts []string
	typ   string
	make  string // statements that set r; @0, @1, ... are the parts
}{
	{[]string{".lo", ".hi"}, "unsigned __int128", "r = @1; r = r << 64 | @0;"},
	{[]string{".low", ".high"}, "_Float128", "unsigned long long u[2] = {@0, @1}; __builtin_memcpy(&r, u, 16);"},
	{[]string{".bits"}, "_Float16", "unsigned short u = @0; __builtin_memcpy(&r, &u, 2);"},
	{[]string{".m", ".se"}, "long double", "unsigned long long m = @0; unsigned short se = @1; __builtin_memcpy(&r, " +
		"&m, 8); __builtin_memcpy((char *)&r + 8, &se, 2);"},
	{[]string{".re", ".im"}, "_Complex @T", "__real__ r = @0; __imag__ r = @1;"},
	{[]string{".re.m", ".re.se", ".im.m", ".im.se"}, "_Complex long double",
		"long double x = 0; unsigned long long m = @0; unsigned short se = @1; __builtin_memcpy(&x, &m, 8); " +
			"__builtin_memcpy((char *)&x + 8, &se, 2); __real__ r = x; " +
			"m = @2; se = @3; __builtin_memcpy(&x, &m, 8); __builtin_memcpy((char *)&x + 8, &se, 2); __imag__ r = x;"},
}

// sourceWide defines the functions that have parts among cs; the functions of the parts are defined already. given
// reports whether a function is to be defined. It fails if wideParts does not list the parts of a function.
func sourceWide(b *bytes.Buffer, cs []*callee, given func(string) bool) error {
	index, typ, count := map[string]int{}, map[string]ir.Type{}, map[string]int{}
	for i, c := range cs {
		index[c.name], typ[c.name] = i, c.typ
		if f := ResultOf(c.name); f != c.name {
			count[f]++
		}
	}
	for _, c := range cs {
		f := ResultOf(c.name)
		n := count[f]
		if f == c.name || n == 0 || !given(f) {
			continue
		}
		count[f] = 0
		found := false
		for _, w := range wideParts {
			var pairs []string
			for k, part := range w.parts {
				if i, ok := index[f+part]; ok {
					pairs = append(pairs, fmt.Sprintf("@%d", k), fmt.Sprintf("tandem_f%d()", i))
				}
			}
			if len(w.parts) != n || len(pairs) != 2*n {
				continue
			}
			found = true
			t := strings.ReplaceAll(w.typ, "@T", ctype(typ[f+w.parts[0]]))
			fmt.Fprintf(b, "%s tandem_w_%s() TANDEM_NAME(%s);\n%s tandem_w_%s() { %s r = 0; %s return r; }\n", t, f, cstring(f),
				t, f, t,
				strings.NewReplacer(pairs...).Replace(w.make))
		}
		if !found {
			return fmt.Errorf("the parts of what %s returns are not known", f)
		}
	}
	return nil
}
