package exec

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// tenLines returns a program like this one. With memory, it has a global array and a local object in addition.
//
//	int main() {
//		int x = nondet(), y = nondet(), z;
//		if (x < 0 || x > 9999 || y < 0) return 0;
//		z = 3 * x;
//		if (y > 5000)
//			z = z - y;
//		else
//			z = z + 2 * y;
//		if (z % 7 == 3) z++;
//		assert(z >= 3 * x - y);
//	}
func tenLines(tb testing.TB, memory bool) *ir.Program {
	c := machineCase{
		decls: "site nondet \"x\" name \"x\" type i32\nsite nondet \"y\" name \"y\" type i32",
		body: "reg x i32\nreg y i32\nreg z i32\n0 1: x = input #0\n1 2: y = input #1\n" +
			"2 9: assume x < 0:i32 || 9999:i32 < x || y < 0:i32 [T]\n" +
			"2 3: assume !(x < 0:i32 || 9999:i32 < x || y < 0:i32) [F]\n" +
			"3 4: z = 3:i32 * x\n4 5: assume 5000:i32 < y [T]\n4 6: assume y <= 5000:i32 [F]\n5 7: z = z - y\n6 7: z = z + " +
			"2:i32 * y\n" +
			"7 8: assume z % 7:i32 == 3:i32 [T]\n7 10: assume z % 7:i32 != 3:i32 [F]\n8 10: z = z + 1:i32\n" +
			"10 E: assume z < 3:i32 * x - y [T]\n10 9: assume 3:i32 * x - y <= z [F]\n9 X: return",
	}
	if memory {
		c.decls += "\nsite bytes \"l\" name \"l\"\nobject o size 40 align 4 = { 4: 3:i32 }"
		c.body = "object l size 8 align 4 #2\n" + c.body
		c.body = strings.Replace(c.body, "3 4: z = 3:i32 * x",
			"3 11: decl l\n11 12: store &l, x\n12 13: store ptradd(&@o, x % 10:i32, 4), y\n13 14: z = load &l\n14 4: z = "+
				"3:i32 * z", 1)
	}
	return parseCase(tb, c)
}

// BenchmarkEnumerate measures the time of a run in an enumeration of 10^8 points of a program of ten lines.
func BenchmarkEnumerate(b *testing.B) {
	for _, k := range []struct {
		name   string
		memory bool
		opt    JITOptions
	}{{"registers", false, JITOptions{}}, {"memory", true, JITOptions{}},
		{"dispatch", false, JITOptions{Dispatch: true}}} {
		b.Run(k.name, func(b *testing.B) {
			m, err := CompileJIT(tenLines(b, k.memory), Config{}, k.opt)
			if err != nil {
				b.Fatal(err)
			}
			defer m.Close()
			begin := cpuTime()
			const points = 100_000_000
			for range b.N {
				e, err := m.Enumerate(context.Background(), Box{{Site: 0, Lo: 0, Hi: 9999}, {Site: 1, Lo: 0, Hi: 9999}}, 0, points,
					EnumOptions{})
				if err != nil || e.Stop != nil || e.Done != points {
					b.Fatal(e, err)
				}
			}
			n := float64(points) * float64(b.N)
			b.ReportMetric(b.Elapsed().Seconds()*1e9/n, "ns/run")
			b.ReportMetric(float64((cpuTime()-begin).Nanoseconds())/n, "cpu-ns/run")
		})
	}
}
