package witness

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// benchFiles returns the C files below the folder of the benchmarks.
func benchFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pat := range []string{"*/*/*.c", "*/*/*.i", "*/*.c", "*/*.i"} {
		fs, _ := filepath.Glob(filepath.Join(benchtest.Dir(t), pat))
		files = append(files, fs...)
	}
	return files
}

// TestBench writes both kinds of witnesses for benchmark programs, with invented reads and invariants. All must pass
// the lint, and gcc must accept each invariant at its place. With TANDEM_ALL=1, it uses all tasks instead of a sample.
func TestBench(t *testing.T) {
	files := benchFiles(t)
	gcc, _ := exec.LookPath("gcc")
	step := 23
	if os.Getenv("TANDEM_ALL") != "" {
		step = 1
	}
	loops, said := 0, 0
	for i := 0; i < len(files); i += step {
		l, s := benchFile(t, files[i], gcc)
		loops += l
		said += s
	}
	if said == 0 {
		t.Errorf("no invariant in %d files", len(files))
	}
	t.Logf("%d files, %d loops, %d with an invariant", (len(files)+step-1)/step, loops, said)
	if gcc == "" {
		benchtest.Missing(t, "no gcc to accept the invariants")
	}
}

// benchFile tests one program. It returns the number of loops, and of loops with an invariant.
func benchFile(t *testing.T, file, gcc string) (loops, said int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Load(cfront.Config{Files: []string{file}, IncludeDirs: []string{filepath.Dir(file)},
		PropertyKind: "unreach-call", ErrorFunc: "reach_error", Model: ir.ILP32})
	if err != nil {
		t.Logf("%s: %v", file, err)
		return
	}
	if p, err = instrument.Prepare(p, instrument.Default()); err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	printed := ir.Print(p)
	if q, err := ir.Parse(printed); err != nil || ir.Print(q) != printed {
		t.Errorf("%s: text form is not stable: %v", file, err)
	}
	name := filepath.Base(file)
	info := Info{
		Producer: "Tandem", Version: "0.1", InputFiles: []string{name}, Hashes: map[string]string{name: Hash(text)},
		Specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )", DataModel: ir.ILP32, CreationTime: time.Now(),
	}
	src := Sources{file: text}
	var rs []ir.Record
	for _, s := range p.Sites {
		rs = append(rs, ir.Record{Key: ir.Key{Site: s.ID}, Type: s.Type, Bits: num.MinOf(max(1, min(s.Type.Bits, 64)), true)})
	}
	for _, o := range p.Obligations {
		info.Specification = "CHECK( init(main()), LTL(G ! call(" + strings.TrimSuffix(o.Text, "()") + "())) )"
		if info.fileName(o.Pos.File) == "" {
			continue // in a header
		}
		if _, err := ViolationYAML(info, p, o, rs, src); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if _, err := ViolationGraphML(info, p, o, rs, src); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	proof := &verify.Inductive{}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Loop == nil {
				continue
			}
			loops++
			for _, v := range append(append([]*ir.Var(nil), f.Vars...), p.Globals...) {
				if v.Type.Kind == ir.Int {
					proof.Invariants = append(proof.Invariants,
						verify.Invariant{Loc: l, Expr: &ir.Binary{Op: ir.Le, X: ir.NewRef(v),
							Y: ir.NewBits(v.Type, num.MaxOf(v.Type.Bits, v.Type.Signed))}})
				}
			}
		}
	}
	if _, err := CorrectnessYAML(info, p, proof, src); err != nil {
		t.Errorf("%s: %v", file, err)
	}
	lis := LoopInvariants(p, proof, src)
	said = len(lis)
	if gcc != "" {
		acceptedByGCC(t, gcc, file, text, lis)
	}
	return loops, said
}

// acceptedByGCC checks that gcc compiles the program with each invariant of a for or while loop in the loop's
// condition.
func acceptedByGCC(t *testing.T, gcc, file string, text []byte, lis []LoopInvariant) {
	t.Helper()
	for i := len(lis) - 1; i >= 0; i-- { // from the end: offsets before stay
		text = inCondition(text, file, lis[i], "("+lis[i].Value+")")
	}
	tmp := filepath.Join(t.TempDir(), "x.c")
	if err := os.WriteFile(tmp, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-m32", "-fsyntax-only", "-w", "-std=gnu11", "-I", filepath.Dir(file),
		tmp).CombinedOutput(); err != nil {
		t.Errorf("%s: %s", file, out[:min(len(out), 1500)])
	}
}
