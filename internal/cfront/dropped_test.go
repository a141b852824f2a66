package cfront

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// divided returns the lines of the source at which 10 is divided by an expression.
func divided(p *ir.Program) map[int]bool {
	lines := map[int]bool{}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			for _, x := range ir.StmtExprs(e.Stmt) {
				ir.Walk(x, func(x ir.Expr) bool {
					if b, ok := x.(*ir.Binary); ok && b.Op == ir.Div {
						if k, ok := b.X.(*ir.Const); ok && k.Bits == 10 {
							lines[e.Pos.Line] = true
						}
					}
					return true
				})
			}
		}
	}
	return lines
}

// callsOf returns C functions, one per line, that call the library function e with 10 / k in one of the arguments. The
// name of each function has a number: callsOf increments number for each function.
func callsOf(e library.Entry, number *int) (list []string) {
	sig, more := strings.CutSuffix(e.Sig, ".")
	if len(sig) == 0 || strings.ContainsAny(sig, "s?") {
		return nil
	}
	args := sig[1:]
	for at := range len(args) + 2 { // indices past the parameters mean surplus arguments
		if at >= len(args) && !more || at > len(args) {
			break
		}
		var b strings.Builder
		*number++
		fmt.Fprintf(&b, "static void t%d(int k) { (%s)(", *number, e.Name)
		for i := range args {
			if i > 0 {
				b.WriteString(", ")
			}
			x := "0"
			if i == at {
				x = "10 / k"
			}
			switch args[i] {
			case 'p':
				fmt.Fprintf(&b, "(void *)(bytes + (%s))", x)
			case 'i':
				b.WriteString(x)
			default:
				fmt.Fprintf(&b, "(double)(%s)", x)
			}
		}
		if at == len(args) {
			if len(args) > 0 {
				b.WriteString(", ")
			}
			b.WriteString("10 / k")
		}
		b.WriteString("); }")
		list = append(list, b.String())
	}
	return list
}

// prototype returns a declaration of a function that no header declares.
func prototype(e library.Entry) string {
	types := map[byte]string{'i': "int", 'p': "void *", 'f': "double", 'c': "double _Complex", 'v': "void"}
	sig, more := strings.CutSuffix(e.Sig, ".")
	var ps []string
	for i := range len(sig) - 1 {
		ps = append(ps, types[sig[i+1]])
	}
	if more {
		ps = append(ps, "...")
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	return fmt.Sprintf("%s %s(%s);", types[sig[0]], e.Name, strings.Join(ps, ", "))
}

// notEmbedded lists headers that are not embedded, so that a machine may lack them, but whose functions have models.
var notEmbedded = map[string]bool{"sys/epoll.h": true}

// TestDroppedArguments checks that a call of any library function evaluates its arguments, even those that its model
// does not use.
func TestDroppedArguments(t *testing.T) {
	headers := map[string][]library.Entry{}
	for _, e := range library.All() {
		// setjmp, sigsetjmp and similar names are not functions
		if e.Class == library.Refused || e.Object() || e.Sig == "" || e.Header == "setjmp.h" || e.Name == "va_arg" {
			continue
		}
		headers[e.Header] = append(headers[e.Header], e)
	}
	count := 0
	for _, h := range sortedKeys(headers) {
		lines := []string{"#define _GNU_SOURCE", "static char bytes[16];"}
		declared := h != "-" && !notEmbedded[h]
		if declared {
			lines = append(lines, "#include <"+h+">")
		}
		var calls []string
		number := 0
		for _, e := range headers[h] {
			list := callsOf(e, &number)
			if len(list) > 0 && !declared {
				lines = append(lines, prototype(e))
			}
			calls = append(calls, list...)
		}
		first := len(lines) + 1
		lines = append(append(lines, calls...), "int main(int c, char **v) { switch (c) {")
		for i := range calls {
			lines = append(lines, fmt.Sprintf("case %d: t%d(c - 100); break;", i+1, i+1))
		}
		lines = append(lines, "} return 0; }", "")
		file := filepath.Join(t.TempDir(), "calls.c")
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := Load(Config{Model: ir.LP64, Files: []string{file}})
		if err != nil {
			t.Errorf("<%s>: %v", h, err)
			continue
		}
		have := divided(p)
		for i, c := range calls {
			count++
			if !have[first+i] {
				t.Errorf("<%s>: the division is lost in %s", h, c)
			}
		}
	}
	t.Log(count, "calls")
}
