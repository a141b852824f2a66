package execution

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const tenLines = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	int z = 3 * x;
	if (y > 5000)
		z = z - y;
	else
		z = z + 2 * y;
	if (z % 7 == 3)
		z++;
	if (z < 3 * x - y)
		reach_error();
	return 0;
}
`

// tenLinesMemory is tenLines with an array and a call: memory is reset between runs.
const tenLinesMemory = `
int __VERIFIER_nondet_int(void);
void reach_error(void);
int table[10] = { 1, 2, 3 }, count;
void add(int *p, int n) { *p += n; count++; }
int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	int z = 3 * x;
	table[x % 10]++;
	add(&z, y > 5000 ? -y : 2 * y);
	if (table[0] > 2 || count != 1 || z < 3 * x - y)
		reach_error();
	return 0;
}
`

// BenchmarkTenLines runs a program of ten lines on 10^8 inputs, and again for the check.
func BenchmarkTenLines(b *testing.B) {
	for _, k := range [][2]string{{"registers", tenLines}, {"memory", tenLinesMemory}} {
		name := k[0]
		task := enginetest.C{File: "a.c", Text: k[1]}.Task(b)
		const points = 100_000_000
		e := &verify.Enumerated{Runs: points}
		for _, s := range flow.EntryInputs(task.Program) {
			e.Box = append(e.Box, verify.Range{Site: s.ID, Type: s.Type, Hi: 9999})
		}
		b.Run(name, func(b *testing.B) {
			for range b.N {
				m, err := exec.CompileJIT(task.Program, exec.Config{}, exec.JITOptions{})
				if err != nil {
					b.Fatal(err)
				}
				all, err := m.Enumerate(context.Background(), (&box{ranges: e.Box}).dims(), 0, points, exec.EnumOptions{})
				if err != nil || all.Stop != nil || all.Done != points {
					b.Fatal(all, err)
				}
				e.Fuel = all.Fuel
				m.Close()
			}
		})
		b.Run(name+"/check", func(b *testing.B) {
			in := *task
			in.Scope.Region = &verify.Region{Box: e.Box}
			for range b.N {
				if out := check.Proof(context.Background(), &in, &verify.Safe{Proof: e}); out.Verdict != check.Confirmed {
					b.Fatal(out)
				}
			}
		})
	}
}
