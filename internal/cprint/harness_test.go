package cprint

import (
	"bytes"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const goldenProgram = `program ILP32
file "demo.c"
site nondet "n@demo.c:4:7" name "nondet_int" type i32
site bytes "buf@demo.c:3:3" name "buf"
obligation "unreach-call" text "reach_error()" in "main" @7:5
global count u32 = 3:u32
object table size 12 align 4 elem i32 = { 0: 1:i32, 4: -2:i32 }
object name size 6 align 1 const elem i8 = { 0: 104:i8, 1: 105:i8 }
object links size 8 align 4 = { 4: ptradd(&@table, 1:i32, 4) }
entry _start

func _start() void {
  loc L0 entry
  loc L1 exit
  loc L2
  L0 -> L2: call main()
  L2 -> L1: return
}
func main() i32 source "main" @1:5 {
  reg n i32
  reg p ptr32
  reg x i32
  reg int i32
  object buf size 8 align 4 #1
  loc L0 entry @2:3
  loc L1 exit
  loc L2 loop "while" @4:3
  loc L3
  loc L4
  loc L5
  loc L6
  loc L7
  loc L8 error O0 @7:5
  loc L9
  loc L10
  L0 -> L9: decl buf @3:3
  L9 -> L2: n = input #0 @4:7
  L2 -> L3: assume 0:i32 < n [T] @4:10
  L2 -> L4: assume n <= 0:i32 [F] @4:10
  L3 -> L5: n = n - 1:i32 @5:5
  L5 -> L6: p = load ptradd(&@links, 4:i32, 1) @5:9
  L6 -> L10: x = load ptradd(p, n, 4) @5:9
  L10 -> L2: @count = @count + u32(x / (n | 1:i32)) @5:12
  L4 -> L7: int = load ptradd(&buf, 4:i32, 1) @6:3
  L7 -> L8: assume int == 7:i32 [T] @7:3
  L7 -> L1: return i32(@count) @8:3
}
`

// TestGolden compares the printed C with a golden file, and runs it.
func TestGolden(t *testing.T) {
	src := strings.Replace(goldenProgram, "  L7 -> L1: return i32(@count) @8:3\n",
		"  L7 -> L11: assume !(int == 7:i32) [F] @7:3\n  L11 -> L1: return i32(@count) @8:3\n", 1)
	src = strings.Replace(src, "  loc L10\n", "  loc L10\n  loc L11\n", 1)
	p, err := ir.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	o := Options{Comment: []string{"unreach-call violated */ at demo.c:7"}, Records: []ir.Record{
		{Key: ir.Key{Site: 1, Off: 4}, Type: ir.U32, Bits: 7},
		{Key: ir.Key{Site: 0}, Type: ir.I32, Bits: 2},
	}}
	var b bytes.Buffer
	if err := Program(&b, p, o); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/demo.c", b.String())
	for _, cc := range compilers(t) {
		if status, out := execute(t, compile(t, cc, p, o), ""); status != ExitViolated ||
			!strings.Contains(out, "obligation 0 violated: reach_error() at demo.c:7") {
			t.Errorf("%s: status %d: %s", cc, status, out)
		}
	}
}

const userSource = `
extern int nondet_int(void);
extern unsigned char nondet_uchar();
extern void __VERIFIER_assume(int);
double unknown();
void reach_error(void) { __builtin_abort(); }
int main(void) {
  int a = nondet_int(), unused = nondet_int();
  unsigned char b = nondet_uchar();
  __VERIFIER_assume(a > 3);
  if (unknown() == 0.5 && a + b == 260)
    reach_error();
  return nondet_int();
}
`

// TestSourceHarness runs the harness of a source on the inputs of runs of the program: it must exit with the status of
// the run.
func TestSourceHarness(t *testing.T) {
	cc := compilers(t)[0]
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{"u.c"},
		Sources:      map[string][]byte{"u.c": []byte(userSource)},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	build := func(reads []ir.Record, stdin bool) string {
		var b bytes.Buffer
		if err := SourceHarness(&b, p, []byte(userSource), reads, SourceOptions{Name: "u.c", ErrorFunc: "reach_error",
			Stdin: stdin}); err != nil {
			t.Fatal(err)
		}
		src := filepath.Join(t.TempDir(), "h.c")
		if err := os.WriteFile(src, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := osexec.Command(cc, "-std=gnu11", "-w", "-m32", "-O1", src, "-o",
			src+".bin").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, out, numbered(b.String()))
		}
		return src + ".bin"
	}
	live := build(nil, true)
	for _, c := range []struct {
		inputs string
		kind   exec.Kind
		status int
	}{
		{"5,-1,255,0.5", exec.Violated, ExitViolated},
		{"5,-1,254,0.5,33", exec.Finished, 33},
		{"3,-1,254", exec.Blocked, ExitBlocked},
		{"5,-1,254", exec.NoInput, ExitNoInput},
	} {
		in, err := exec.ParseInputs(c.inputs, p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if r.Outcome.Kind != c.kind || !CallsOnly(p, r.Reads) {
			t.Fatalf("%s: %+v, %s", c.inputs, r.Outcome, exec.FormatInputs(r.Reads, p))
		}
		var calls strings.Builder
		if err := WriteCalls(&calls, p, r.Reads); err != nil {
			t.Fatal(err)
		}
		for name, run := range map[string]func() (int, string){
			"stdin":    func() (int, string) { return execute(t, live, calls.String()) },
			"embedded": func() (int, string) { return execute(t, build(r.Reads, false), "") },
		} {
			if status, out := run(); status != c.status {
				t.Errorf("%s, %s: status %d, want %d\n%s", c.inputs, name, status, c.status, out)
			}
		}
	}
}
