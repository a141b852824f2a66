package csrc

import (
	"fmt"
	"strings"
)

// Rule 26: cc has no __VA_OPT__. In the body of a macro, __VA_OPT__(x) becomes __tandem_opt(__VA_ARGS__)(x): the left
// part expands to the name of a macro that keeps its arguments or drops them.

// optPrologue defines __tandem_opt. It detects empty arguments as in J. Gustedt ("Detect empty macro arguments", 2010):
// they are empty if and only if `__tandem_trigger args ()` has a comma, and none of its parts has one.
var optPrologue = func() string {
	var params, ones strings.Builder
	for i := range 64 {
		fmt.Fprintf(&params, "_%d,", i)
		if i < 62 {
			ones.WriteString("1,")
		}
	}
	return "#define __tandem_arg(" + params.String() + "...) _63\n" +
		"#define __tandem_comma(...) __tandem_arg(__VA_ARGS__," + ones.String() + "0,0)\n" +
		`#define __tandem_trigger(...) ,
#define __tandem_paste(a, b, c, d, e) a ## b ## c ## d ## e
#define __tandem_empty(a, b, c, d) __tandem_empty2(a, b, c, d)
#define __tandem_empty2(a, b, c, d) __tandem_paste(__tandem_keep_, a, b, c, d)
#define __tandem_opt(...) __tandem_empty(__tandem_comma(__VA_ARGS__), __tandem_comma(__tandem_trigger __VA_ARGS__), __tandem_comma(__VA_ARGS__ ()), __tandem_comma(__tandem_trigger __VA_ARGS__ ()))
` + optCases()
}()

// optCases returns the definitions of the macros for each outcome of the four tests.
func optCases() string {
	var b strings.Builder
	for i := range 16 {
		body := "__VA_ARGS__"
		name := fmt.Sprintf("%04b", i)
		if name == "0001" {
			body = ""
		}
		fmt.Fprintf(&b, "#define __tandem_keep_%s(...) %s\n", name, body)
	}
	return b.String()
}

// vaOpt is rule 26 for the macro that token i, "define", defines. The line ends before token end.
func (r *rewriter) vaOpt(i, end int) {
	for j := i; j < end; j++ {
		if !r.is(j, "__VA_OPT__") {
			continue
		}
		if !r.is(j+1, "(") || r.is(j-1, "#") || r.is(j-1, "##") {
			r.errorf(j, "this use of __VA_OPT__ is not supported")
			return
		}
		r.replace(j, "__tandem_opt(__VA_ARGS__)")
	}
}
