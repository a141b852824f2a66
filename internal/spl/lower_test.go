package spl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/spl"
)

// TestRuns checks the outcomes of programs on given inputs, and the number of inputs that they read.
func TestRuns(t *testing.T) {
	const (
		done, blocked, violated, fuel = exec.Finished, exec.Blocked, exec.Violated, exec.OutOfFuel
		pair                          = "proc f(a:int, b:int) returns (c:int, d:int) begin c = b; d = a; end\n"
		ack                           = "proc f(n:int) returns (a:int, b:int) var c:int, d:int; begin if n <= 0 then a = " +
			"0; b = 1; else n = n - 1; (c, d) = f(n); a = d; b = c + d; endif; end\n"
	)
	for _, c := range []struct {
		name, src string
		in        []int64
		kind      exec.Kind
		reads     int
	}{
		{"brandom is drawn anew", "var x:int; begin x = 0; while brandom and brandom do x = x + 1; done; if x == 2 then " +
			"fail; endif; end", []int64{1, 2, 3, 4, 5, 0}, violated, 6},
		{"brandom ends the loop", "var x:int; begin x = 0; while brandom or brandom do x = x + 1; done; if x == 2 then " +
			"fail; endif; end", []int64{1, 0, 1, 0, 0}, violated, 5},
		{"brandom on one line", "var x:int; begin x = 0; if brandom then x = 1; endif; if brandom then x = x + 2; endif; " +
			"if x == 2 then fail; endif; end", []int64{0, 1}, violated, 2},
		{"byte order mark", "\ufeffbegin fail; end", nil, violated, 0},
		{"not brandom", "begin if not brandom then fail; endif; end", []int64{0}, violated, 1},
		{"random in an expression", "var x:int; begin x = random - random; if x == 3 then fail; endif; end", []int64{5, 2},
			violated, 2},
		{"random in a condition", "begin if 5 < random then fail; endif; end", []int64{6}, violated, 1},
		{"random real", "var r:real; begin r = random; assume r == 0.5 or random == 2; if r > 1 then fail; endif; end",
			[]int64{3, 2}, violated, 2},
		{"assume of a right side that is not drawn", "var x:int; begin x = 1; assume x == 1 or brandom; fail; end", nil,
			violated, 0},
		{"assume that fails on the right", "var x:int; begin x = 1; assume x == 1 and brandom; fail; end", []int64{0},
			blocked, 1},
		{"assume not", "var x:int; begin x = 1; assume not (x == 2 or brandom); fail; end", []int64{0}, violated, 1},
		{"assume with a division", "var x:int; begin x = 0; assume x == 0 or 1 / x == 1; fail; end", nil, violated, 0},
		{"division by zero", "var x:int; begin if 1 / x == 1 or true then fail; endif; end", []int64{0}, blocked, 1},
		{"division that does not decide", "var x:int; begin x = 0; if true or 1 / x == 1 then fail; endif; end", nil,
			violated, 0},
		{"truncation", "var x:int; begin x = -7; if x / 2 == -3 and x % 2 == -1 and -7 / 2 == -3 then fail; endif; end", nil,
			violated, 0},
		{"smallest int", "var x:int; begin x = -2147483648; if x < -2147483647 then fail; endif; end", nil, violated, 0},
		{"fail in the middle", "var x:int; begin x = 1; fail; x = 2; halt; end", nil, violated, 0},
		{"halt in the middle", "begin halt; fail; end", nil, done, 0},
		{"halt in a procedure", "proc f() returns () begin if brandom then halt; endif; end begin () = f(); fail; end",
			[]int64{1}, done, 1},
		{"both sides end", "var x:int; begin if brandom then halt; else fail; endif; x = 1; end", []int64{0}, violated, 1},
		{"while true", "var x:int; begin x = 0; while true do x = x + 1; if x == 5 then fail; endif; done; end", nil,
			violated, 0},
		{"while true without end", "begin while true do skip; done; fail; end", nil, fuel, 0},
		{"while false", "begin while false do fail; done; while 1 == 2 do fail; done; end", nil, done, 0},
		{"never called", "proc f() returns () begin fail; end begin skip; end", nil, done, 0},
		{"no result assigned", "proc f() returns (a:int, b:real) begin skip; end var x:int, y:int, r:real; begin (x, r) = " +
			"f(); (y, r) = f(); if x == 3 and y == 4 and r == 8 then fail; endif; end", []int64{3, 7, 4, 8}, violated, 4},
		{"result assigned on one side", "proc f(a:int) returns (b:int) begin if a > 0 then b = 1; endif; end var x:int; " +
			"begin x = f(x); if x == 9 then fail; endif; end", []int64{0, 9}, violated, 2},
		{"locals of each activation", "proc f(n:int) returns (s:int) var l:int; begin s = l; if n > 0 then n = n - 1; l = " +
			"f(n); s = s + l; endif; end var x:int; begin x = 2; x = f(x); if x == 111 then fail; endif; end",
			[]int64{1, 10, 100}, violated, 3},
		{"recursion with two results", ack + "var x:int, y:int; begin x = 10; (x, y) = f(x); if x == 55 and y == 89 then " +
			"fail; endif; end", nil, violated, 0},
		{"parameters are copies", "proc f(a:int) returns (b:int) begin a = a + 1; b = a; end var x:int, y:int; begin x = " +
			"1; y = f(x); if x == 1 and y == 2 then fail; endif; end", nil, violated, 0},
		{"argument and result", "proc f(a:int) returns (b:int) begin b = 2 * a; end var x:int; begin x = 3; x = f(x); x = " +
			"f(x); if x == 12 then fail; endif; end", nil, violated, 0},
		{"swap", pair + "var x:int, y:int; begin x = 1; y = 2; (x, y) = f(x, y); if x == 2 and y == 1 then fail; endif; end",
			nil, violated, 0},
		{"swapped twice", pair + "var x:int, y:int; begin x = 1; y = 2; (y, x) = f(x, y); if x == 1 and y == 2 then fail; " +
			"endif; end", nil, violated, 0},
		{"three results", "proc f(a:int) returns (b:int, c:real, d:int) begin b = a; c = a + 1; d = a + 2; end var x:int, " +
			"r:real, y:int; begin x = 1; (y, r, x) = f(x); if y == 1 and r == 2 and x == 3 then fail; endif; end", nil, violated,
			0},
		{"cast of what fits itself", "var r:real; begin r = cast_d 3000000000; if r > 2.9e9 and cast_d(random) == 2 then " +
			"fail; endif; end", []int64{2}, violated, 1},
		{"one name", "proc f(f:int) returns (main:int) begin main = f; end var f:int; begin f = 1; f = f(f); if f == 1 " +
			"then fail; endif; end", nil, violated, 0},
		{"procedure main", "proc main(a:int) returns (b:int, c:int) begin b = a; c = a; if a > 0 then a = a - 1; (b, c) = " +
			"main(a); endif; end var x:int, y:int; begin x = 3; (x, y) = main(x); if x + y == 0 then fail; endif; end", nil,
			violated, 0},
		{"names of C", "proc abort() returns (int32_t:int) begin int32_t = 1; end proc reach_error() returns () begin " +
			"skip; end var malloc:int; begin () = reach_error(); malloc = abort(); fail; end", nil, violated, 0},
		{"types of operators", "var x:int, r:real; begin x = 7; r = x / 2; if r == 3 then r = x /_d 2; if r == 3.5 then r " +
			"= 1 / 2; if r == 0.5 and x / 2. == 3.5 then fail; endif; endif; endif; end", nil, violated, 0},
		{"float", "var r:real; begin r = 16777216; if r +_f 1 == r and r +_d 1 > r and cast_f 0.1 != 0.1 then fail; " +
			"endif; end", nil, violated, 0},
		{"rational", "var r:real; begin r = -1/3 + 4/2; if r > 1.66 and r < 1.67 then fail; endif; end", nil, violated, 0},
		{"casts", "var x:int; begin x = cast_i(-2.75); if x == -2 and cast(x) / 4 == -0.5 and cast_i 3.9 == 3 then fail; " +
			"endif; end", nil, violated, 0},
		{"precedence", "var x:int; begin x = 2 + 3 * 4 - 6 / 2 % 2; if not x == 1 and x == 13 or false then fail; endif; end",
			nil, violated, 0},
		{"parentheses", "var x:int; begin x = 2; if ((x) + 1) * (x) == 6 and ((((x < 3)) or false)) and (x) < 3 then " +
			"fail; endif; end", nil, violated, 0},
		{"comments", "(* a (* b *) c *) begin /* /* */ fail; */ // fail;\n fail; end", nil, violated, 0},
		{"empty lists", "proc f() returns () var ; begin end var ; begin () = f(); if true then else endif; fail; end;", nil,
			violated, 0},
	} {
		for _, inline := range []bool{true, false} {
			opt := instrument.Default()
			opt.Inline, opt.Simplify = inline, inline
			m, err := exec.NewInterp(prepare(t, parse(t, c.src, spl.Config{}), opt), exec.Config{Fuel: 1000})
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Run(context.Background(), exec.Flat(c.in...))
			if err != nil {
				t.Fatal(err)
			}
			if r.Outcome.Kind != c.kind || len(r.Reads) != c.reads {
				t.Errorf("%s: %v after %d reads, want %v after %d", c.name, r.Outcome.Kind, len(r.Reads), c.kind, c.reads)
			}
			m.Close()
		}
	}
}

// TestUninitialised checks which variables are inputs: those that may be read before they are assigned.
func TestUninitialised(t *testing.T) {
	for body, want := range map[string]string{
		"x = y;":                             "y",
		"x = 1; y = x;":                      "",
		"x = x;":                             "x",
		"assume x < y;":                      "x y",
		"y = 0; x = f(y);":                   "",
		"x = f(x);":                          "x",
		"while x < 1 do y = 1; done; z = y;": "x y",
		"x = 0; while x < 1 do y = 1; x = y; done;":                                       "",
		"if brandom then x = 1; else y = 1; endif; z = x;":                                "x",
		"if brandom then x = 1; else x = 2; endif; z = x;":                                "",
		"if brandom then halt; else x = 2; endif; z = x;":                                 "",
		"if brandom then x = 1; else fail; endif; z = x;":                                 "",
		"if brandom then halt; else fail; endif; z = x;":                                  "",
		"if brandom then if z < 1 then halt; else halt; endif; else x = 2; endif; y = x;": "z",
		"halt; z = x;":                               "",
		"while brandom do halt; done; z = x;":        "x",
		"while brandom do x = 1; halt; done; z = x;": "x",
	} {
		p := parse(t, "proc f(a:int) returns (b:int) begin b = a; end var x:int, y:int, z:int; begin "+body+" end",
			spl.Config{})
		var got []string
		for _, s := range p.Sites {
			if s.Kind == ir.Uninit {
				got = append(got, s.Name)
			}
		}
		if g := fmt.Sprint(strings.Join(got, " ")); g != want {
			t.Errorf("%s: %q, want %q", body, g, want)
		}
	}
}

// TestObligations checks the kinds of obligations. A fail in unreachable code has one, too.
func TestObligations(t *testing.T) {
	const src = "proc f() returns () begin fail; end begin if brandom then fail; fail; endif; halt; end"
	for property, want := range map[string]string{"": "assertion assertion assertion",
		"assertion":    "assertion assertion assertion",
		"unreach-call": "unreach-call unreach-call unreach-call", "no-overflow": ""} {
		var got []string
		for _, o := range parse(t, src, spl.Config{Property: property}).Obligations {
			got = append(got, o.Kind)
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%s: %q, want %q", property, g, want)
		}
	}
}
