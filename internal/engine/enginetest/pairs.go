package enginetest

import (
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// MemoryPair is a program over memory with its faulty twin.
type MemoryPair struct {
	Name, By string // By names the engine that proves the safe program
	text     string
}

// memoryHead begins each program of a file of twins.
const memoryHead = `#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define N() __VERIFIER_nondet_int()
#define U() __VERIFIER_nondet_uint()
#define C() __VERIFIER_nondet_uchar()
#ifdef UNSAFE
#define S(safe, unsafe) unsafe
#else
#define S(safe, unsafe) safe
#endif
`

// Memory reads a file of twins. Each paragraph after the first, which describes the file, is a pair.
func Memory(t testing.TB, file string) (out []MemoryPair) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, par := range strings.Split(strings.TrimSpace(string(src)), "\n\n")[1:] {
		lines := strings.Split(par, "\n")
		name, by, _ := strings.Cut(lines[0], " ")
		last := len(lines) - 1
		out = append(out, MemoryPair{name, by, memoryHead + strings.Join(lines[1:last], "\n") + "\nint main(void) {\n" +
			lines[last] + "\n}\n"})
	}
	return out
}

// Task returns the safe program or its twin, with the checks of memory as obligations.
func (w MemoryPair) Task(t testing.TB, unsafe bool) *verify.Task {
	t.Helper()
	return C{File: w.Name + ".c", Text: w.text, Unsafe: unsafe, Passes: func(o *instrument.Options) {
		o.Report = map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}
	}}.Task(t)
}
