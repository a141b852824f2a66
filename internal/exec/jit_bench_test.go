//go:build unix

package exec

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// speedLoop returns the program with which the benchmarks measure the machines:
//
//	int fun(int n, int flag) {
//		int x = 0, y = 0;
//		while (x < n) { x = x + 1; if (flag == 1) y = y + x; else y = y - x * x; }
//		return y;
//	}
//
// The function is called k times, with inputs n and flag. With guards, n must be so small that y does
// not overflow, since a guard would block.
func speedLoop(tb testing.TB, guards bool) *ir.Program {
	body := `
	reg n i32
	reg flag i32
	reg x i32
	reg y i32
	0 1: x = 0:i32
	1 2: assume x < n [T]
	2 3: OK overflows(x + 1:i32)
	3 4: x = x + 1:i32
	4 5: assume flag == 1:i32 [T]
	4 6: assume flag != 1:i32 [F]
	5 7: OK overflows(y + x)
	7 1: y = y + x
	6 8: OK overflows(x * x)
	8 9: OK overflows(y - x * x)
	9 1: y = y - x * x
	1 10: assume n <= x [F]
	10 X: return y`
	lines := strings.Split(body, "\n")
	for i, l := range lines {
		if edge, cond, ok := strings.Cut(l, ": OK "); ok {
			lines[i] = edge + ": skip"
			if guards {
				lines[i] = edge + ": assume !" + cond + " [ovf]"
			}
		}
	}
	return parseCase(tb, machineCase{
		decls: "site nondet \"k\" name \"k\" type i32\nsite nondet \"n\" name \"n\" type i32\nsite nondet \"flag\" name " +
			"\"flag\" type i32",
		funcs: fnText("fun(n, flag)", "i32", strings.Join(lines, "\n")),
		body: `
	reg k i32
	reg n i32
	reg flag i32
	reg r i32
	0 1: k = input #0
	1 2: n = input #1
	2 3: flag = input #2
	3 4: assume 0:i32 < k [T]
	4 5: r = call fun(n, flag)
	5 3: k = k - 1:i32
	3 6: assume k <= 0:i32 [F]
	6 X: return`,
	})
}

// BenchmarkJITLoop measures iterations of speedLoop in the JIT: plain, with guards, and with a trace.
func BenchmarkJITLoop(b *testing.B) {
	for _, k := range []struct {
		name   string
		guards bool
		trace  bool
	}{{"fuel", false, false}, {"guards", true, false}, {"trace", false, true}} {
		p := speedLoop(b, k.guards)
		for _, flag := range []uint64{1, 0} {
			b.Run(k.name+"/flag="+strconv.Itoa(int(flag)), func(b *testing.B) {
				m, err := NewJIT(p, Config{Trace: k.trace})
				if err != nil {
					b.Fatal(err)
				}
				defer m.Close()
				vals := [3]uint64{1, uint64(b.N), flag}
				if k.guards {
					n := []int{1800, 60000}[flag]
					vals[0], vals[1] = uint64(b.N/n)+1, uint64(n)
				}
				in := InputFunc(func(key ir.Key, _ *ir.Site, _ ir.Type) (uint64, bool) { return vals[key.Site], true })
				b.ResetTimer()
				begin := cpuTime()
				r, err := m.Run(context.Background(), in)
				if err != nil || r.Outcome.Kind != Finished {
					b.Fatal(r, err)
				}
				n := float64(vals[0] * vals[1])
				b.ReportMetric(n/b.Elapsed().Seconds()/1e6, "Miter/s")
				b.ReportMetric(n/(cpuTime()-begin).Seconds()/1e6, "Miter/cpu-s")
			})
		}
	}
}

// speedC is speedLoop in C, for BenchmarkGCCLoop.
const speedC = `#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) int fun(int n, int flag) {
	int x = 0, y = 0;
	while (x < n) { x = x + 1; if (flag == 1) y = y + x; else y = y - x * x; }
	return y;
}
int main(int argc, char **argv) { return fun(atoi(argv[1]), atoi(argv[2])) == 42; }
`

// cpuTime returns the processor time of the process, which is more reliable than the elapsed time on a busy machine.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkGCCLoop measures iterations of speedC compiled by gcc, for comparison with BenchmarkJITLoop.
func BenchmarkGCCLoop(b *testing.B) {
	dir := b.TempDir()
	src, bin := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(src, []byte(speedC), 0o644); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O1", "-fwrapv", "-o", bin, src).CombinedOutput(); err != nil {
		b.Skipf("gcc: %v %s", err, out)
	}
	for _, flag := range []string{"1", "0"} {
		b.Run("flag="+flag, func(b *testing.B) {
			cmd := exec.Command(bin, strconv.Itoa(b.N), flag)
			_ = cmd.Run() // the exit code depends on the sum
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Miter/s")
			b.ReportMetric(float64(b.N)/cmd.ProcessState.UserTime().Seconds()/1e6, "Miter/cpu-s")
		})
	}
}

// BenchmarkJITShort measures the overhead of a run, with a program of two inputs and a
// few branches.
func BenchmarkJITShort(b *testing.B) {
	p := parseCase(b, machineCase{
		decls: "site nondet \"n\" name \"n\" type i32\nsite nondet \"m\" name \"m\" type i32",
		body: "reg n i32\nreg m i32\n0 1: n = input #0\n1 2: m = input #1\n2 3: assume n < m [T]\n2 4: assume m <= n " +
			"[F]\n3 X: return\n4 5: assume m == 77:i32 [T]\n4 3: assume m != 77:i32 [F]\n5 E: skip",
	})
	m, err := CompileJIT(p, Config{}, JITOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	in := InputFunc(func(key ir.Key, _ *ir.Site, _ ir.Type) (uint64, bool) { return uint64(key.Site), true })
	ctx := context.Background()
	b.Run("callback", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if r, err := m.Run(ctx, in); err != nil || r.Outcome.Kind != Finished {
				b.Fatal(r, err)
			}
		}
	})
	b.Run("records", func(b *testing.B) {
		b.ReportAllocs()
		recs := FromRecords(p, []ir.Record{{Key: ir.Key{Site: 0}, Type: ir.I32, Bits: 1},
			{Key: ir.Key{Site: 1}, Type: ir.I32, Bits: 2}})
		for range b.N {
			if r, err := m.Run(ctx, recs); err != nil || r.Outcome.Kind != Finished {
				b.Fatal(r, err)
			}
		}
	})
	b.Run("enumerate", func(b *testing.B) {
		box := Box{{Site: 1, Lo: 100, Hi: 100 + 1<<30}, {Site: 0, Lo: 1 << 30, Hi: 1 << 30}}
		e, err := m.Enumerate(ctx, box, 0, uint64(b.N), EnumOptions{})
		if err != nil || e.Stop != nil || e.Done != uint64(b.N) {
			b.Fatal(e, err)
		}
	})
}

// BenchmarkJITCompile measures the compilation of a small program.
func BenchmarkJITCompile(b *testing.B) {
	p := speedLoop(b, true)
	for range b.N {
		m, err := NewJIT(p, Config{})
		if err != nil {
			b.Fatal(err)
		}
		m.Close()
	}
}
