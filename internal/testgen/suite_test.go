package testgen

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const branchy = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int n) {
	int sum, a[3], unused;
	for (int i = 0; i < 3; i++)
		sum = a[i];
	return n * 2 + sum;
}
int main(void) {
	int x = __VERIFIER_nondet_int(), k;
	if (x > 10 && x < 20)
		return twice(x) == 42;
	if (k == 7)
		reach_error();
	return 0;
}
`

// suiteProgram loads a program for the tests of suites, and returns it with the name of its file.
func suiteProgram(t *testing.T, text string) (*ir.Program, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "prog.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Load(cfront.Config{Model: ir.LP64, Files: []string{file}, PropertyKind: "unreach-call",
		ErrorFunc: "reach_error"})
	if err != nil {
		t.Fatal(err)
	}
	opts := instrument.Default()
	opts.Inline, opts.Simplify = false, false
	if p, err = instrument.Prepare(p, opts); err != nil {
		t.Fatal(err)
	}
	return p, file
}

// add runs a flat list of inputs.
func add(t *testing.T, s *Suite, m exec.Machine, vals ...int64) bool {
	t.Helper()
	r, err := m.Run(context.Background(), exec.Chain(exec.Flat(vals...), exec.Zeros()))
	if err != nil {
		t.Fatal(err)
	}
	return s.Add(r)
}

func TestSuite(t *testing.T) {
	p, file := suiteProgram(t, branchy)
	m, err := exec.NewJIT(p, exec.Config{Cover: true, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := NewSuite(p, BranchGoals(p))
	if len(s.Goals) != 8 || s.Paths {
		t.Fatalf("%d goals, loop-free %v", len(s.Goals), s.Paths)
	}
	// The inputs are x, k (if it is read), and the array.
	for _, in := range [][]int64{{0, 0}, {30, 0}, {0, 7}, {15, 0, 0, 0, 12}, {15, 0, 0, 0, 0}, {0, 7}} {
		add(t, s, m, in...)
	}
	if add(t, s, m, 1, 1) {
		t.Error("nothing new was said to be new")
	}
	open := s.Open()
	if len(open) != 0 {
		t.Errorf("open: %v", open)
	}
	cases := s.Cases()
	done := map[int]bool{}
	errs := 0
	for _, c := range cases {
		for _, g := range c.Goals {
			done[g] = true
		}
		if c.Error != nil {
			errs++
		}
	}
	if len(done) != 8 || len(cases) > 4 || errs != 1 {
		t.Errorf("%d cases with %d errors for %d goals", len(cases), errs, len(done))
	}

	dir := t.TempDir()
	meta := Meta{Producer: "tandem", Specification: "a < b", Program: "p.c", Hash: "00", Entry: "main", Model: p.Model,
		Time: time.Unix(0, 0)}
	if err := WriteSuite(dir, meta, p, cases); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.xml"))
	if len(files) != len(cases)+1 {
		t.Errorf("%v", files)
	}
	marked := 0
	for _, f := range files {
		text, _ := os.ReadFile(f)
		if !bytes.Contains(text, []byte("<!DOCTYPE test")) {
			t.Errorf("%s: no DOCTYPE", f)
		}
		var doc struct {
			Error  string   `xml:"coversError,attr"`
			Inputs []string `xml:"input"`
			Spec   string   `xml:"specification"`
			Arch   string   `xml:"architecture"`
		}
		if err := xml.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(f, "metadata.xml") {
			if doc.Spec != "a < b" || doc.Arch != "64bit" {
				t.Errorf("%+v", doc)
			}
			continue
		}
		if doc.Error == "true" {
			marked++
		}
		if len(doc.Inputs) != 1 { // initial values of variables are not in the file
			t.Errorf("%s: %v", f, doc.Inputs)
		}
	}
	if marked != 1 {
		t.Errorf("%d tests cover the error", marked)
	}

	x, err := WriteExport(t.Context(), t.TempDir(), p, ExportOptions{Files: []string{file}, Entry: "main"}, cases)
	if err != nil {
		t.Fatal(err)
	}
	g, err := x.Measure(context.Background(), nil)
	if errors.Is(err, ErrNoGcov) {
		benchtest.Missing(t, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if g.Branches != 8 || g.Taken != 8 || g.Failed != 0 {
		t.Errorf("gcov: %+v", g)
	}
	// Without one test the coverage is lower, except for branches that are proved unreachable.
	x, err = WriteExport(t.Context(), t.TempDir(), p, ExportOptions{Files: []string{file}, Entry: "main"}, cases[:1])
	if err != nil {
		t.Fatal(err)
	}
	if g, err = x.Measure(context.Background(), map[Line]int{{file, 13}: 1}); err != nil {
		t.Fatal(err)
	}
	if g.Taken >= 8 || g.Excluded != 1 || len(g.Open) != 8-g.Taken-1 {
		t.Errorf("gcov of one test: %+v", g)
	}
}

// TestExportNames measures files that have the same name, that have another extension than .c, or that have line
// directives.
func TestExportNames(t *testing.T) {
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "a", "x.c"), filepath.Join(dir, "b", "x.c"), filepath.Join(dir, "y.i")}
	for i, text := range []string{
		"extern int two(int), three(int);\nint main(void) { int k; return two(k) + three(k); }\n",
		"int two(int k) { if (k > 1) return 1; return 0; }\n",
		"# 1 \"z.c\"\n#line 7\nint three(int k) {\n  if (k > 2)\n    return 1;\n  return 0;\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(files[i]), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(files[i], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := cfront.Load(cfront.Config{Model: ir.LP64, Files: files})
	if err != nil {
		t.Fatal(err)
	}
	m, err := exec.NewJIT(p, exec.Config{Cover: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := NewSuite(p, BranchGoals(p))
	add(t, s, m, 0)
	x, err := WriteExport(t.Context(), t.TempDir(), p, ExportOptions{Files: files, Entry: "main"}, s.Cases())
	if err != nil {
		t.Fatal(err)
	}
	g, err := x.Measure(context.Background(), map[Line]int{{files[1], 1}: 1, {files[2], 4}: 0})
	if errors.Is(err, ErrNoGcov) {
		benchtest.Missing(t, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{files[2] + ":4"}; g.Branches != 4 || g.Taken != 2 || g.Excluded != 1 ||
		!slices.Equal(g.Open, want) {
		t.Errorf("%+v", g)
	}
}

// TestSuitePaths checks that for a program without loops, the suite has exactly one test for each path.
func TestSuitePaths(t *testing.T) {
	p, _ := suiteProgram(t, `extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int(), n = 0;
	if (x & 1) n++;
	if (x & 2) n++;
	return n;
}
`)
	m, err := exec.NewJIT(p, exec.Config{Cover: true, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := NewSuite(p, BranchGoals(p))
	if !s.Paths {
		t.Fatal("has a loop")
	}
	for x := range int64(20) {
		add(t, s, m, x)
	}
	if n := len(s.Cases()); n != 4 || s.NumPaths() != 4 {
		t.Errorf("%d tests for %d paths", n, s.NumPaths())
	}
}

// TestOrder checks that tests that reach new goals come first, and tests that do not end come last.
func TestOrder(t *testing.T) {
	tests, endless := order([]*Case{
		{Goals: []int{0}, Ending: verify.EndResource},
		{Goals: []int{0}},
		{Goals: []int{0, 1}},
		{Goals: []int{1}, Ending: verify.EndResource},
	})
	if want := []int{3, 2, 1, 4}; !slices.Equal(tests, want) || endless != 2 {
		t.Errorf("%v, %d", tests, endless)
	}
}

// TestEndlessImage checks that an endless run is observed only as long as it reads inputs.
func TestEndlessImage(t *testing.T) {
	p, _ := suiteProgram(t, `extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	for (unsigned i = 0;; i += 2)
		if (i == 1000 + x % 2) break;
	return 0;
}
`)
	m, err := exec.NewJIT(p, exec.Config{Cover: true, Fuel: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := NewSuite(p, BranchGoals(p))
	add(t, s, m, 1)
	cases := s.Cases()
	if len(cases) != 1 || cases[0].Ending != verify.EndResource {
		t.Fatalf("%+v", cases)
	}
	g, err := newImager(p, "main")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.image(t.Context(), cases[0]); err != nil || g.watched > 2*enough {
		t.Errorf("%d edges, %v", g.watched, err)
	}
}
