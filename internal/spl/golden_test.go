package spl_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/spl"
)

// parse lowers a valid program, and checks the result.
func parse(t testing.TB, src string, cfg spl.Config) *ir.Program {
	t.Helper()
	if cfg.Model == 0 {
		cfg.Model = ir.LP64
	}
	p, err := spl.Parse("a.spl", []byte(src), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, ir.Print(p))
	}
	return p
}

func prepare(t testing.TB, p *ir.Program, opt instrument.Options) *ir.Program {
	t.Helper()
	p, err := instrument.Prepare(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, ir.Print(p))
	}
	return p
}

// TestGolden compares lowered programs with golden files. The programs in testdata that have an error differ from these
// in a number or a line.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/*.spl", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := ir.Print(parse(t, string(src), spl.Config{}))
		_, body, _ := strings.Cut(text[strings.Index(text, "file "):], "\n") // the hash
		golden.Compare(t, strings.TrimSuffix(file, ".spl")+".ir", body)
		back, err := ir.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if again := ir.Print(back); again != text {
			t.Error("printed and read, the program is another")
		}
	})
}

// TestErrors checks that all errors have a position and say what to do.
func TestErrors(t *testing.T) {
	in := func(s string) string { return "var x:int, y:int, r:real;\nbegin\n  " + s + "\nend\n" }
	p := "proc f(a:int) returns (b:int)\nbegin b = a; end\n"
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", "1:1: error: the file holds no program (the shortest: begin skip; end)"},
		{"blank", " \n(* nothing *)\n", "3:1: error: the file holds no program (the shortest: begin skip; end)"},
		{"binary", "\x7fELF\x00\x01\xff\xfe", "1:1: error: byte 0x7f is no text: is this a program in SPL?"},
		{"zero", "begin\n\x00", "2:1: error: byte 0x00 is no text: is this a program in SPL?"},
		{"latin1", "begin \xe9", "1:7: error: byte 0xe9 is no text: is this a program in SPL?"},
		{"unicode", "begin x = π;", "1:11: error: unexpected character 'π'"},
		{"comment", "begin\n (* (* *) skip; end", "2:2: error: a comment that does not end: *) is missing"},
		{"comment in C", "begin /*/ skip; end", "1:7: error: a comment that does not end: */ is missing"},
		{"comment at the end", "begin (*", "1:7: error: a comment that does not end: *) is missing"},
		{"C", "int main(void) { return 0; }", "1:1: error: 'int', but 'begin' is expected"},
		{"braces", "begin {", "1:7: error: unexpected character '{' (SPL writes begin and end, then and endif, do and done)"},
		{"and", in("assume x < 1 && y < 1;"), "3:16: error: unexpected character '&' (SPL writes and, or)"},
		{"not", in("assume !(x < 1);"), "3:10: error: unexpected character '!' (SPL writes not, and !=)"},
		{"semicolon", in("x = 1\n  y = 2;"), "4:3: error: 'y', but ';' is expected after the statement of line 3"},
		{"semicolon at the end", in("while x < 1 do skip; done"),
			"4:1: error: 'end', but ';' is expected after the statement of line 3"},
		{"endif", in("if x < 1 then skip;"),
			"4:1: error: 'end', but a statement or 'endif' is expected: 'if' at 3:3 is open"},
		{"endif behind else", in("if x < 1 then skip; else\n skip; done;"),
			"4:8: error: 'done', but a statement or 'endif' is expected: 'if' at 3:3 is open"},
		{"done", in("while x < 1 do skip; endif;"),
			"3:24: error: 'endif', but a statement or 'done' is expected: 'while' at 3:3 is open"},
		{"end", "begin skip;", "1:12: error: the end of the file, but a statement or 'end' is expected: 'begin' at 1:1 is " +
			"open"},
		{"no begin", "var x:int;\nx = 1;", "2:1: error: 'x', but 'begin' is expected"},
		{"behind", "begin skip; end\nproc f() returns () begin skip; end",
			"2:1: error: 'proc' after the end of the program (procedures come before the main part)"},
		{"type", "var x:bool; begin skip; end", "1:7: error: 'bool', but the type of x is expected: int or real"},
		{"keyword", "var done:int; begin skip; end", "1:5: error: 'done' is a keyword, but a variable is expected"},
		{"no name", "proc (a:int) returns () begin skip; end begin skip; end",
			"1:6: error: '(', but a name of a procedure is expected"},
		{"not a statement", in("3 = x;"), "3:3: error: '3', but a statement is expected"},
		{"assignment", in("assume x = 1;"), "3:12: error: '=' assigns; a comparison is =="},
		{"no comparison", in("assume x;"), "3:11: error: ';', but a comparison is expected"},
		{"deep inside", in("assume (x < 1 and (y < ) or true);"), "3:26: error: ')', but an expression is expected"},
		{"call in an expression", in("x = 1 + f(y);"),
			"3:12: error: a call stands alone: x = f(...); with variables in the parentheses"},
		{"call of a constant", p + in("x = f(1);"), "5:9: error: '1', but a variable is expected"},

		{"undeclared", in("z = 1;"), "3:3: error: variable z is not declared (var z:int; before the begin of the main part)"},
		{"undeclared in an expression", in("x = y + z;"),
			"3:11: error: variable z is not declared (var z:int; before the begin of the main part)"},
		{"undeclared behind halt", in("halt; x = z;"),
			"3:13: error: variable z is not declared (var z:int; before the begin of the main part)"},
		{"of another", "proc f() returns () begin x = 1; end\n" + in("skip;"),
			"1:27: error: variable x is not declared (var x:int; before the begin of procedure f)"},
		{"as argument", p + in("x = f(z);"), "5:9: error: variable z is not declared (var z:int; before the begin of the " +
			"main part)"},
		{"twice", "var x:int,\n x:real; begin skip; end",
			"2:2: error: variable x is declared twice, first at 1:5 (rename one)"},
		{"twice, result", "proc f(a:int) returns (a:int) begin skip; end begin skip; end",
			"1:24: error: variable a is declared twice, first at 1:8 (rename one)"},
		{"twice, local", "proc f(a:int) returns () var a:int; begin skip; end begin skip; end",
			"1:30: error: variable a is declared twice, first at 1:8 (rename one)"},
		{"procedure twice", p + p + in("skip;"), "3:6: error: procedure f is declared twice, first at 1:6 (rename one)"},
		{"unknown procedure", in("x = g(y);"),
			"3:3: error: there is no procedure g (declare it before the main part: proc g(...) returns (...))"},
		{"main is none", in("() = main();"), "3:3: error: there is no procedure main (declare it before the main part: " +
			"proc main(...) returns (...))"},
		{"few arguments", p + in("x = f();"), "5:3: error: f takes 1 argument, here are 0"},
		{"many arguments", p + in("x = f(x, y);"), "5:3: error: f takes 1 argument, here are 2"},
		{"many results", p + in("(x, y) = f(x);"), "5:3: error: f gives 1 result, 2 are assigned (x = f(...);)"},
		{"no results", "proc f() returns () begin skip; end\n" + in("x = f();"),
			"4:3: error: f gives 0 results, 1 are assigned (() = f(...);)"},
		{"one variable twice", "proc f() returns (a:int, b:int) begin skip; end\n" + in("(x, x) = f();"),
			"4:7: error: x gets two results of one call (use another variable)"},
		{"argument's type", p + in("x = f(r);"),
			"5:9: error: r is real, parameter a of f is int (assign it to such a variable first)"},
		{"result's type", p + in("r = f(x);"), "5:3: error: r is real, result b of f is int (use such a variable)"},
		{"real to int", in("x = r;"), "3:7: error: a real value where an int is needed (use cast_i(...), which truncates)"},
		{"real in ints", in("x = y + 0.5;"), "3:9: error: a real value where an int is needed (use cast_i(...), which " +
			"truncates)"},
		{"real in +_i", in("x = y +_i r;"), "3:13: error: a real value where an int is needed (use cast_i(...), which " +
			"truncates)"},
		{"rational to int", in("x = 7/2;"), "3:7: error: 7/2 is a real number where an int is needed (an int is divided " +
			"with blanks: 7 / 2)"},
		{"rest of reals", in("r = r % 2;"), "3:9: error: % of reals is not supported (use %_i of values cast_i(...))"},

		{"large int", in("x = 2147483648;"), "3:7: error: 2147483648 does not fit in an int of 32 bits"},
		{"small int", in("x = -2147483649;"), "3:7: error: -2147483649 does not fit in an int of 32 bits"},
		{"huge int", in("x = " + strings.Repeat("9", 50) + ";"),
			"3:7: error: 9999999999999999999999999999999999999999... does not fit in an int of 32 bits"},
		{"large real", in("r = 1e400;"), "3:7: error: 1e400 is too large for a floating-point number"},
		{"long number", in("r = " + strings.Repeat("1", 1<<20) + ";"),
			"3:7: error: a number of 1048576 characters (500 are enough)"},
		{"by zero", in("r = 1/0;"), "3:7: error: 1/0 divides by zero"},
		{"two points", in("r = 1.2.3;"), "3:7: error: 1.2.3 is neither a number nor a name"},
		{"no exponent", in("r = 1e+;"), "3:7: error: 1e+ is no number: digits are missing after the e"},
		{"digits and letters", in("x = 1x;"), "3:7: error: 1x is neither a number nor a name"},
		{"long name", in(strings.Repeat("z", 1<<20) + " = 1;"), "3:3: error: variable " + strings.Repeat("z", 40) +
			"... is not declared (var " + strings.Repeat("z", 40) + "...:int; before the begin of the main part)"},

		{"quad", in("r = r *_q 2;"), "3:9: error: type q of an operation is not supported (use d)"},
		{"no type", in("r = r *_z 2;"), "3:9: error: after *_ a type is expected: i, f or d (write a blank before a name)"},
		{"rounding up", in("r = r /_d,+oo 2;"), "3:9: error: rounding mode +oo is not supported (use ,n: to the nearest)"},
		{"rounding of ints", in("x = x /_i,-oo 2;"),
			"3:9: error: integers are divided and cast towards zero, not by rounding mode -oo (use _i,0)"},
		{"rounding of a cast", in("x = cast_i,n(r);"),
			"3:7: error: integers are divided and cast towards zero, not by rounding mode n (use _i,0)"},
		{"root of ints", in("x = sqrt_i(x);"), "3:7: error: sqrt of integers is not supported (use cast_i(sqrt_d(...)))"},

		{"deep", in("x = " + strings.Repeat("(", 2<<20)),
			"3:506: error: nested more than 500 deep (use variables or procedures)"},
		{"deep condition", in("assume " + strings.Repeat("(", 2<<20)),
			"3:509: error: nested more than 500 deep (use variables or procedures)"},
		{"deep not", in("assume " + strings.Repeat("not ", 1<<19) + "true;"),
			"3:2006: error: nested more than 500 deep (use variables or procedures)"},
		{"deep minus", in("x = " + strings.Repeat("-", 2<<20) + "1;"),
			"3:507: error: nested more than 500 deep (use variables or procedures)"},
		{"deep if", in(strings.Repeat("if true then ", 1<<17)),
			"3:6493: error: nested more than 500 deep (use variables or procedures)"},
		{"long sum", in("x = 1" + strings.Repeat(" + 1", 1<<19) + ";"),
			"3:1209: error: more than 300 operators in one expression (use several assignments)"},
		{"long condition", in("assume true" + strings.Repeat(" or true", 1<<18) + ";"),
			"3:2415: error: more than 300 operators in one expression (use several assignments)"},
	} {
		_, err := spl.Parse("a.spl", []byte(c.src), spl.Config{Model: ir.LP64})
		var e *spl.Error
		if !errors.As(err, &e) || err.Error() != "a.spl:"+c.want {
			t.Errorf("%s:\n got %v\nwant a.spl:%s", c.name, err, c.want)
		}
	}
}

// TestBounds checks that programs at the limits are accepted and lowered.
func TestBounds(t *testing.T) {
	bodies := map[string]string{
		"parentheses": "x = " + strings.Repeat("(", 240) + "x" + strings.Repeat(")", 240) + ";",
		"conditions":  "assume " + strings.Repeat("(", 400) + "x < 1" + strings.Repeat(")", 400) + ";",
		"sum":         "x = 1" + strings.Repeat(" + x", 300) + ";",
		"or":          "if x < 0" + strings.Repeat(" or x / 7 == 1", 150) + " then skip; endif;",
		"minus":       "x = " + strings.Repeat("-", 200) + "x;",
		"if":          strings.Repeat("if brandom then ", 450) + "x = 1; " + strings.Repeat("endif; ", 450),
		"long":        strings.Repeat("x = x + 1; ", 5000),
	}
	for name, body := range bodies {
		start := time.Now()
		opt := instrument.Default()
		opt.Overflow = "undefined"
		prepare(t, parse(t, "var x:int; begin "+body+" end", spl.Config{}), opt)
		t.Log(name, time.Since(start))
	}
}
