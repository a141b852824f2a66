package bmc_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/bmc"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const prelude = `void reach_error(void); void abort(void); void *malloc(unsigned);
int nondet_int(void); unsigned nondet_uint(void); unsigned char nondet_uchar(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
`

// task returns the task of a program that may use the functions and macros of prelude.
func task(t *testing.T, text string, inline bool) *verify.Task {
	t.Helper()
	return enginetest.C{File: "t.c", Text: prelude + text, Passes: func(o *instrument.Options) { o.Inline = inline }}.Task(
		t)
}

// ample is the time limit for programs that the engine decides: no run reaches it, even on a slow machine.
const ample = 5 * time.Minute

// needSolver reports the missing solver if there is none.
func needSolver(t *testing.T) {
	t.Helper()
	for _, f := range smt.Known() {
		if f.Path != "" {
			return
		}
	}
	benchtest.Missing(t, smt.ErrNoSolver)
}

// TestPrograms runs both engines on small programs and their unsafe twins and compares the verdicts with the expected
// ones. Calls are inlined or not (with TANDEM_LONG: both).
func TestPrograms(t *testing.T) {
	needSolver(t)
	i := 0
	for _, c := range []struct {
		name, text string
		bmc, kind  string // verdicts: "true", "false", "unknown", "-" for true or unknown
	}{
		{"straight", "int main(void){ int x=nondet_int(); if (x>3) assert(x!=3); return 0; }", "true", "true"},
		{"straight, bad", "int main(void){ int x=nondet_int(); if (x>3) assert(x!=77); return 0; }", "false", "false"},
		{"short loop", "int main(void){ int s=0; for(int i=0;i<5;i++) s+=i; assert(s==10); return 0; }", "true", "true"},
		{"short loop, bad", "int main(void){ int s=0; for(int i=0;i<5;i++) s+=i; assert(s!=10); return 0; }", "false",
			"false"},
		{"parity", "int main(void){ unsigned x=0,y=0; while(nondet_int()){ x+=2; y=x; } assert(y%2==0); return 0; }",
			"unknown", "true"},
		{"parity, bad", "int main(void){ unsigned x=0,y=0; while(nondet_int()){ x+=2; y=x/2; } assert(y%2==0); return 0; }",
			"false", "false"},
		{"k is 4", "int main(void){ int a=1,b=2,c=3; while(nondet_int()){ int t=a; a=b; b=c; c=t; assert(a!=b && " +
			"a+b+c==6); } return 0; }", "unknown", "true"},
		{"k is 4, bad", "int main(void){ int a=1,b=2,c=3; while(nondet_int()){ int t=a; a=b; b=c; c=t; assert(a!=3 || " +
			"b!=1); } return 0; }", "false", "false"},
		{"two loops", "int main(void){ unsigned n=nondet_uchar(),i=0,j=0; while(i<n) i++; while(j<i) j++; assert(j<=255); " +
			"return 0; }", "-", "true"},
		{"nested", "int main(void){ int n=3,c=0; for(int i=0;i<n;i++) for(int j=0;j<i;j++) c++; assert(c==3); return 0; }",
			"true", "true"},
		{"nested, bad", "int main(void){ int n=3,c=0; for(int i=0;i<n;i++) for(int j=0;j<i;j++) c++; assert(c==4); return " +
			"0; }", "false", "false"},
		{"recursion", "int f(int n){ return n<=0 ? 0 : 1+f(n-1); } int main(void){ int n=nondet_uchar()&3; " +
			"assert(f(n)==n); return 0; }", "true", "true"},
		{"recursion, bad", "int f(int n){ return n<=0 ? 0 : 1+f(n-1); } int main(void){ int n=nondet_uchar()&7; " +
			"assert(f(n)!=5); return 0; }", "false", "false"},
		{"recursion without end", "int f(int n){ return n==0 ? 0 : f(n+1); } int main(void){ assert(f(nondet_int())==0); " +
			"return 0; }", "unknown", "unknown"},
		{"bits", "int main(void){ unsigned x=nondet_uint(), y=x^(x>>1); while(nondet_int()) y=y&(y-1); " +
			"assert((y|~y)==~0u); return 0; }", "unknown", "true"},
		{"bits, bad", "int main(void){ unsigned x=nondet_uint(), y=x^(x>>1); assert(y!=0x1234567); return 0; }", "false",
			"false"},
		{"array", "int main(void){ int a[8]; for(int i=0;i<8;i++) a[i]=i*i; int k=nondet_uchar(); if(k<8) " +
			"assert(a[k]==k*k); return 0; }", "true", "true"},
		{"array, bad", "int main(void){ int a[8]; for(int i=0;i<7;i++) a[i]=i*i; int k=nondet_uchar(); if(k<8) " +
			"assert(a[k]==k*k); return 0; }", "false", "false"},
		{"wrap", "int main(void){ unsigned char x=nondet_uchar(); x+=200; assert(x>=200); return 0; }", "false", "false"},
		{"float", "int main(void){ float x=nondet_int() ? 0.25f : 3.0f; for (int i=0;i<3;i++) x*=2; assert(x==2 || " +
			"x==24); return 0; }", "true", "true"},
		{"float, bad", "int main(void){ float x=16777216; for(int i=0;i<3;i++) x+=1; assert(x>16777216); return 0; }",
			"false", "false"},
		{"invalid write before", "int main(void){ int a[2]; int i=nondet_int(); a[i]=1; if (i>5 && i<1000) reach_error(); " +
			"return 0; }", "unknown", "unknown"},
		{"endless", "int main(void){ unsigned char x=0; while(1){ x++; assert(x<=255); } return 0; }", "-", "true"},
	} {
		i++
		for _, inline := range []bool{true, false} {
			for j, e := range []verify.Engine{bmc.Engine(), bmc.KindEngine()} {
				if os.Getenv("TANDEM_LONG") == "" && ((i+j)%2 == 0) != inline {
					continue // without TANDEM_LONG, run only half of the programs
				}
				want := c.bmc
				if e.Name == bmc.KindName {
					want = c.kind
				}
				limit := ample
				if want == "unknown" || want == "-" {
					limit = 120 * time.Millisecond
				}
				tk := task(t, c.text, inline)
				start := time.Now()
				v, took := enginetest.Decide(e, tk, limit)
				if all := time.Since(start); all > time.Second {
					t.Logf("%s (inline %v): %s took %v, with the check %v", c.name, inline, e.Name, took, all)
				}
				said := v.Kind
				if said == "undecided" { // proved, but the checker ran out of time
					said = "true"
					t.Logf("%s (inline %v): %s: %s", c.name, inline, e.Name, v.Note)
				}
				if said != want && !(want == "-" && said != "false" && said != "error") {
					t.Errorf("%s (inline %v): %s says %s (%s), want %s", c.name, inline, e.Name, v.Kind, v.Note, want)
				}
			}
		}
	}
}

// TestK examines the evidence of k-induction: the claimed k is the least one that the checker confirms.
func TestK(t *testing.T) {
	needSolver(t)
	tk := task(t, "int main(void){ int a=1,b=2,c=3; while(nondet_int()){ int t=a; a=b; b=c; c=t; assert(a!=b); } "+
		"return 0; }", true)
	board := verify.NewBoard()
	ctx, stop := context.WithTimeout(context.Background(), ample)
	defer stop()
	s, ok := enginetest.Run(ctx, bmc.KindEngine(), tk, board).(*verify.Safe)
	if !ok {
		t.Fatal("not proved")
	}
	k, ok := s.Proof.(*verify.KInductive)
	if !ok || k.K != 4 || len(k.Cut) != 1 {
		t.Fatalf("evidence %#v, want k 4 and one cut point", s.Proof)
	}
	if out := check.Proof(ctx, tk, s); out.Verdict != check.Confirmed {
		t.Errorf("check: %v %s", out.Verdict, out.Reason)
	}
	k.K = 3
	if out := check.Proof(ctx, tk, s); out.Verdict == check.Confirmed {
		t.Error("k 3 is confirmed, too")
	}
}

// TestDepth checks that the published safe depths are correct, and the reason contains the depth.
func TestDepth(t *testing.T) {
	needSolver(t)
	tk := task(t, "int main(void){ int i=0; while(nondet_int()){ i++; assert(i!=40); } return 0; }", true)
	board := verify.NewBoard()
	tk.Options.Determ = true
	tk.Budget.Work = 60_000
	u, ok := enginetest.Run(context.Background(), bmc.Engine(), tk, board).(*verify.Unknown)
	if !ok || !strings.HasPrefix(u.Reason, "no violation up to depth ") {
		t.Fatalf("got %#v", u)
	}
	facts := board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindProved}})
	if len(facts) == 0 {
		t.Fatal("no safe depth on the board")
	}
	for _, f := range facts {
		// The 40th visit of the body is after the 40th visit of the head.
		if d := f.Scope.Depth; d < 1 || d >= 40 {
			t.Errorf("depth %d", d)
		}
	}
	again := enginetest.Run(context.Background(), bmc.Engine(), tk, verify.NewBoard()).(*verify.Unknown)
	if again.Reason != u.Reason {
		t.Errorf("work decides: %q, then %q", u.Reason, again.Reason)
	}
}

// TestTurns checks that an unwinding continues where the last turn stopped, in whichever step, and its final result is
// correct.
func TestTurns(t *testing.T) {
	needSolver(t)
	for _, c := range []struct {
		text string
		safe bool
	}{
		{"int main(void){ int i=0; while(nondet_int()){ i++; assert(i!=40); } return 0; }", false},
		{"int main(void){ int i=0, n=nondet_int(), s=0; if (n>20) return 0; while(i<n){ i++; s=s+nondet_uint()%3; " +
			"assert(s<=2*i); } return 0; }", true},
	} {
		// with 0, the limit of work ends turns
		for _, cut := range []time.Duration{0, time.Millisecond, 4 * time.Millisecond} {
			tk := task(t, c.text, true)
			w := bmc.Engine().Open(tk, verify.NewBoard())
			turns, r := 0, verify.Result(nil)
			for ; turns < 3000; turns++ {
				ctx, stop, b := context.Background(), func() {}, verify.Budget{Work: 8_000}
				if cut > 0 {
					b.Work = 0
					if turns%8 < 7 { // every eighth turn is long enough for a query
						ctx, stop = context.WithTimeout(ctx, cut)
					} else {
						ctx, stop = context.WithTimeout(ctx, 400*time.Millisecond)
					}
				}
				r = w.Work(ctx, b)
				stop()
				if _, open := r.(*verify.Unknown); !open {
					break
				}
			}
			w.Close()
			switch r := r.(type) {
			case *verify.Safe:
				if out := check.Proof(context.Background(), tk, r); !c.safe || out.Verdict != check.Confirmed {
					t.Errorf("%v: safe, %+v: %s", cut, out, c.text)
				}
			case *verify.Unsafe:
				m, err := exec.NewInterp(tk.Program, exec.Config{})
				if err != nil {
					t.Fatal(err)
				}
				run, err := m.Run(context.Background(), exec.FromRecords(tk.Program, r.Test.Records))
				if c.safe || err != nil || testgen.Shows(tk, run, r.Obligation) != "" {
					t.Errorf("%v: unsafe, %v: %s", cut, err, c.text)
				}
			default:
				t.Errorf("%v: %+v after %d turns", cut, r, turns)
			}
			if cut == 0 && turns < 2 {
				t.Errorf("%v: %d turns only", cut, turns)
			}
			t.Logf("%v: %d turns", cut, turns)
		}
	}
}

// TestEnds checks that, with a context that ends, the engine soon returns unknown.
func TestEnds(t *testing.T) {
	needSolver(t)
	for _, e := range []verify.Engine{bmc.Engine(), bmc.KindEngine()} {
		for _, limit := range []time.Duration{0, 3 * time.Millisecond, 60 * time.Millisecond} {
			tk := task(t, "int main(void){ unsigned x=nondet_uint(),y=nondet_uint(); while(nondet_int()){ x=x*y+3; y=y*x+1; "+
				"} assert(x*x*y!=77777u || y!=x); return 0; }", true)
			ctx, stop := context.WithTimeout(context.Background(), limit)
			start := time.Now()
			r := enginetest.Run(ctx, e, tk, verify.NewBoard())
			stop()
			if took := time.Since(start); took > limit+10*time.Second {
				t.Errorf("%s took %v of %v", e.Name, took, limit)
			}
			if _, ok := r.(*verify.Safe); ok {
				t.Errorf("%s: safe after %v", e.Name, limit)
			}
		}
	}
}

// TestUnsafeTest checks that the returned test has exactly the inputs that its run reads.
func TestUnsafeTest(t *testing.T) {
	needSolver(t)
	tk := task(t, "int main(void){ int a=nondet_int(), b=nondet_int(); "+
		"if (a*7==b+21 && b>1000) reach_error(); return 0; }", true)
	u, ok := enginetest.Run(context.Background(), bmc.Engine(), tk, verify.NewBoard()).(*verify.Unsafe)
	if !ok {
		t.Fatal("no violation found")
	}
	m, err := exec.NewInterp(tk.Program, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Run(context.Background(), exec.FromRecords(tk.Program, u.Test.Records))
	if err != nil || testgen.Shows(tk, r, u.Obligation) != "" || len(r.Reads) != len(u.Test.Records) {
		t.Errorf("run %+v, %v", r, err)
	}
}

// TestAssuming checks that the assumptions of a proof are exactly the accesses that may be invalid.
func TestAssuming(t *testing.T) {
	needSolver(t)
	tk := task(t, `int a[4];
int main(void) {
	for (int i = 0; i < 4; i++)
		a[i] = 1;
	int k = nondet_int();
	a[k] = 2;
	assert(a[1] != 3);
	return 0;
}`, true)
	for _, e := range []verify.Engine{bmc.Engine(), bmc.KindEngine()} {
		s, ok := enginetest.Run(context.Background(), e, tk, verify.NewBoard()).(*verify.Safe)
		if !ok {
			t.Fatalf("%s does not prove it", e.Name)
		}
		if len(s.Assuming) != 1 || s.Assuming[0].Kind != verify.AssumeAccess || s.Assuming[0].Pos.Line != 9 {
			t.Errorf("%s assumes %v, want the access in line 9", e.Name, s.Assuming)
		}
	}
}

// TestValid checks that, if the first model makes an invalid write, the engine finds another test.
func TestValid(t *testing.T) {
	needSolver(t)
	tk := task(t, "int main(void){ int a[3]; a[0]=a[1]=a[2]=0; int i=nondet_int(); a[i]=7; if (a[2]==7) reach_error(); "+
		"if (i>-5000 && i<0) reach_error(); return 0; }", true)
	if r, ok := enginetest.Run(context.Background(), bmc.Engine(), tk, verify.NewBoard()).(*verify.Unsafe); !ok {
		t.Errorf("got %#v", r)
	}
}

// TestDeterministic checks that, with --deterministic, two runs return the same test or the same proof.
func TestDeterministic(t *testing.T) {
	needSolver(t)
	for _, text := range []string{
		"int main(void){ int a[4]; for(int i=0;i<4;i++) a[i]=nondet_int(); int s=0; for(int i=0;i<4;i++) { if (a[i]<0) " +
			"continue; s+=a[i]; } assert(s!=1234); return 0; }",
		"int main(void){ int x=0,y=0; while(nondet_int()) { if (nondet_int()) x++; else y++; for (int i=0;i<2;i++) if " +
			"(nondet_int()) x++; } assert(x+y<7 || x!=4); return 0; }",
		"int main(void){ unsigned x=0,y=0; while(nondet_int()) { x+=2; for (int i=0;i<3;i++) y=x; } assert(y%2==0); " +
			"return 0; }",
		"int main(void){ unsigned n = nondet_int(), i = 0; n &= 31; while (n) { n &= n - 1; i++; } assert(i != 6); return " +
			"0; }",
	} {
		for _, e := range []verify.Engine{bmc.Engine(), bmc.KindEngine(), bmc.UnwindEngine()} {
			var first string
			runs := 2
			if os.Getenv("TANDEM_LONG") != "" {
				runs = 3
			}
			for range runs {
				tk := task(t, text, true)
				tk.Options.Determ = true
				tk.Budget.Work = 2_000_000
				got := describe(tk, enginetest.Run(context.Background(), e, tk, verify.NewBoard()))
				if first == "" {
					first = got
				}
				if got != first {
					t.Errorf("%s on %s:\n%s\n%s", e.Name, text, first, got)
				}
			}
		}
	}
}

// TestConstantBounds runs unwind:open=0: it decides programs whose loops have constant bounds, safe or not. At a loop
// bounded by an input the engine stops as idle, while without the option it unwinds that loop.
func TestConstantBounds(t *testing.T) {
	needSolver(t)
	constant, err := bmc.UnwindEngine().With("open=0")
	if err != nil {
		t.Fatal(err)
	}
	ints, err := bmc.UnwindEngine().With("open=0+ints")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "open", "open=", "open=-1", "open=65", "closed=1", "ints+", "open=0,ints"} {
		if _, err := bmc.UnwindEngine().With(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	const bounded = "int main(void) { int s = 0; for (int i = 0; i < 5; i++) s += nondet_int() & 3; assert(s %s); " +
		"return 0; }"
	const byInput = "int main(void) { int n = nondet_int() & 3, s = 0; for (int i = 0; i < n; i++) s += 2; assert(s != " +
		"5); return 0; }"
	const order = "int main(void) { int x[30]; for (int i = 0; i < 30; i++) { x[i] = nondet_int(); if (x[i] < 0 || " +
		"x[i] > 9999) return 0; }" +
		" for (int i = 1; i < 30; i++) if (x[i] <= x[i - 1]) return 0; assert(x[29] - x[0] %s); return 0; }"
	for _, c := range []struct {
		engine     verify.Engine
		text, want string
	}{
		{constant, fmt.Sprintf(bounded, "<= 15"), "safe"},
		{constant, fmt.Sprintf(bounded, "!= 15"), "unsafe"},
		{constant, byInput, "idle"},
		{bmc.UnwindEngine(), byInput, "safe"},
		{ints, fmt.Sprintf(order, ">= 29"), "safe"},
		{ints, fmt.Sprintf(order, ">= 30"), "unsafe"},
		{ints, byInput, "idle"},
		{ints, "int main(void) { int x = nondet_int(), y = nondet_int(); assert((x ^ y) == (y ^ x)); return 0; }", "idle"},
	} {
		tk := task(t, c.text, true)
		tk.Budget.Time = ample
		got := "unknown"
		switch r := enginetest.Run(t.Context(), c.engine, tk, verify.NewBoard()).(type) {
		case *verify.Safe:
			got = "safe"
		case *verify.Unsafe:
			got = "unsafe"
		case *verify.Unknown:
			if r.Idle {
				got = "idle"
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// describe returns a result as text: the inputs of a test, the invariants of a proof, or the reason.
func describe(tk *verify.Task, r verify.Result) string {
	switch r := r.(type) {
	case *verify.Unsafe:
		return exec.FormatInputs(r.Test.Records, tk.Program)
	case *verify.Safe:
		s := fmt.Sprintf("%T", r.Proof)
		var inv []verify.Invariant
		switch p := r.Proof.(type) {
		case *verify.Inductive:
			inv = p.Invariants
		case *verify.KInductive:
			inv = p.Invariants
		}
		for _, i := range inv {
			s += fmt.Sprintf(" %v: %s", i.Loc, ir.ExprString(i.Expr))
		}
		return s
	}
	return r.(*verify.Unknown).Reason
}
