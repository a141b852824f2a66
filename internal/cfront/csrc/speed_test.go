package csrc

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const small = `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), n = 0;
	while (n < 10 && x > 0) { x--; n++; }
	if (n > 10) reach_error();
	return 0;
}
`

// BenchmarkSmall measures the cost of a small program, which every run has at its start.
func BenchmarkSmall(b *testing.B) {
	for b.Loop() {
		if _, err := Parse(Config{Model: ir.ILP32, Sources: map[string][]byte{"a.c": []byte(small)}}, "a.c"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHeaders includes the common headers and has a macro that makes the preprocessor run twice.
func BenchmarkHeaders(b *testing.B) {
	src := "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include " +
		"<stdint.h>\n#define SQUARE(x) ((x) * (x))\n" + small
	for b.Loop() {
		if _, err := Parse(Config{Model: ir.LP64, Sources: map[string][]byte{"a.c": []byte(src)}}, "a.c"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLarge parses the largest program of the shared benchmarks, in bytes per second.
func BenchmarkLarge(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(benchtest.Dir(b), "controlflow", "ntdrivers", "*.c"))
	name, size := "", int64(0)
	for _, f := range files {
		if st, err := os.Stat(f); err == nil && st.Size() > size {
			name, size = f, st.Size()
		}
	}
	b.SetBytes(size)
	for b.Loop() {
		if _, err := Parse(Config{Model: ir.ILP32}, name); err != nil {
			b.Fatal(err)
		}
	}
}
