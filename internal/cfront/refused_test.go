package cfront_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	machine "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// spelled maps the letters of a signature to C types.
var spelled = map[byte]string{'v': "void", 'i': "int", 'f': "double", 'c': "_Complex double", 'p': "void *",
	's': "struct s"}

// callOf returns a declaration of e by its signature, and the arguments of a call.
func callOf(e library.Entry) (decl, args string) {
	var ps, as []string
	for i := range strings.TrimSuffix(e.Sig[1:], ".") {
		c := e.Sig[1+i]
		ps = append(ps, spelled[c])
		as = append(as, map[byte]string{'i': "1", 'f': "1.0", 'c': "z", 'p': "&x", 's': "s"}[c])
	}
	switch {
	case strings.HasSuffix(e.Sig, "."):
		ps = append(ps, "...")
	case len(ps) == 0:
		ps = append(ps, "void")
	}
	return fmt.Sprintf("%s %s(%s);", spelled[e.Sig[0]], e.Name, strings.Join(ps, ", ")), strings.Join(as, ", ")
}

// TestRefused checks that a run ends where it calls a function that the table refuses, directly or by a pointer, or
// uses such an object, whatever the treatment of missing bodies is. A run that does not reach the call must continue.
func TestRefused(t *testing.T) {
	const program = `struct s { int a; }; extern void reach_error(void); int x; %s
int main(void) { struct s s = { 1 }; %s int k = x; if (k) { %s; } else x = 2; reach_error(); return 0; }`
	n := 0
	for i, e := range library.All() {
		if e.Class != library.Refused || os.Getenv("TANDEM_LONG") == "" && i%23 != 0 {
			continue
		}
		n++
		decl, use := fmt.Sprintf("extern int %s;", e.Name), "x = "+e.Name
		local := ""
		var uses []string
		if e.Object() {
			uses = []string{use, e.Name + " = 3", "x = *&" + e.Name}
		} else {
			var args string
			decl, args = callOf(e)
			if strings.Contains(args, "z") {
				local = "_Complex double z = 1;"
			}
			uses = []string{e.Name + "(" + args + ")"}
			if !strings.ContainsAny(e.Sig, "csf.") {
				uses = append(uses, "(x ? "+e.Name+" : 0)("+args+")")
			}
		}
		for _, use := range uses {
			for start, want := range []string{"unreach-call", ir.NoModel} {
				for _, mode := range []string{"input", "unknown", "havoc"} {
					src := fmt.Sprintf(program, decl, local+fmt.Sprintf(" x = %d;", start), use)
					prog, err := cfront.Load(cfront.Config{Model: ir.LP64, MissingBodies: mode, PropertyKind: "unreach-call",
						ErrorFunc: "reach_error",
						Files:     []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(src)}})
					if err != nil {
						t.Errorf("%s: %v", use, err)
						continue
					}
					got := ended(t, prog)
					if got != want {
						t.Errorf("%s, x = %d, missing bodies are %s: the run ends with %q, not %q", use, start, mode, got, want)
					}
				}
			}
		}
	}
	t.Logf("%d names", n)
}

// ended runs a program with all inputs 0, and returns the kind of the obligation or the undefined behaviour at which
// the run ends.
func ended(t *testing.T, prog *ir.Program) string {
	t.Helper()
	m, err := machine.NewInterp(prog, machine.Config{Fuel: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	r, err := m.Run(context.Background(), machine.Zeros())
	if err != nil {
		t.Fatal(err)
	}
	switch r.Outcome.Kind {
	case machine.Violated:
	case machine.Finished:
		return "finished"
	case machine.Undefined:
		return r.Outcome.What
	default:
		return fmt.Sprintf("%v (%s)", r.Outcome.Kind, r.Outcome.What)
	}
	return r.Outcome.Obligation.Kind
}

// TestOwn checks that a function or object which shares only its name with the library is the program's own.
func TestOwn(t *testing.T) {
	for _, c := range []struct{ src, mode, want string }{
		{`int fork(void) { return 0; } int main(void) { if (!fork()) reach_error(); }`, "unknown", "unreach-call"},
		{`static int setlocale(void) { return 0; } int main(void) { if (!setlocale()) reach_error(); }`, "unknown",
			"unreach-call"},
		{`extern int fork(char *name); int main(void) { if (!fork(0)) reach_error(); }`, "input", "unreach-call"},
		{`extern int fork(char *name); int main(void) { if (!fork(0)) reach_error(); }`, "unknown", ir.NoBodyOf},
		{`extern int strlen(int); int main(void) { if (!strlen(0)) reach_error(); }`, "input", "unreach-call"},
		{`extern int strlen(int); int main(void) { if (!strlen(0)) reach_error(); }`, "unknown", ir.NoBodyOf},
		{`struct node; extern int remove(struct node *); int main(void) { if (!remove(0)) reach_error(); }`, "input",
			"unreach-call"},
		{`int main(void) { fork(); reach_error(); }`, "input", ir.NoModel},
		{`extern void fill(int *); int main(void) { int x = 0; fill(&x); if (x != 1) reach_error(); }`, "unknown",
			ir.NoBodyOf},
		{`extern void fill(int *); int main(void) { int x = 0; fill(&x); if (x != 1) reach_error(); }`, "input",
			"unreach-call"},
		{`int main(void) { if (__builtin_of_no_compiler() == 0) reach_error(); }`, "input", ir.NoModel},
		{`int optind = 0; int main(void) { if (!optind) reach_error(); }`, "unknown", "unreach-call"},
		{`int timezone; int main(void) { if (!timezone) reach_error(); }`, "unknown", "unreach-call"},
		{`_Noreturn void die(void); int main(void) { die(); reach_error(); }`, "input", "finished"},
		{`_Noreturn void die(void) { } int main(void) { die(); reach_error(); }`, "input", ir.UndefReturn},
		{`_Noreturn void die(int k) { if (k) return; for (;;); } int main(void) { die(1); reach_error(); }`, "input",
			ir.UndefReturn},
		{`void die(void) __attribute__((noreturn)); void die(void) { } void (*p)(void) = die; int main(void) { p(); reach_error(); }`, "input", ir.UndefReturn},
		{`__attribute__((noreturn)) int die(void) { } int main(void) { int k = 1 + die(); if (k) reach_error(); }`, "input",
			ir.UndefReturn},
	} {
		src := "extern void reach_error(void); " + c.src
		prog, err := cfront.Load(cfront.Config{Model: ir.LP64, MissingBodies: c.mode, PropertyKind: "unreach-call",
			ErrorFunc: "reach_error",
			Files:     []string{"a.c"}, Sources: map[string][]byte{"a.c": []byte(src)}})
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if got := ended(t, prog); got != c.want {
			t.Errorf("%s (%s): %q, want %q", c.src, c.mode, got, c.want)
		}
	}
}
