package restrict_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var runMutants = flag.Bool("mutants", false,
	"check that TestExact or TestLong fails for each mutant of TestMutants; TANDEM_LONG=1 does this, too")

// mutants are changes of this package after which parts have too many executions or too few. Each replaces a text that
// occurs once in a file of the package.
var mutants = []struct{ name, file, old, new string }{
	{"the lower end of a range is free", "region.go", "if d.Lo != num.MinOf(d.Type.Bits, d.Type.Signed) {", "if false {"},
	{"the upper end of a range is free", "region.go", "if d.Hi != num.MaxOf(d.Type.Bits, d.Type.Signed) {", "if false {"},
	{"the greatest value of a range is left out", "region.go", "s.assume(&ir.Binary{Op: ir.Le, X: ir.NewRef(dst)",
		"s.assume(&ir.Binary{Op: ir.Lt, X: ir.NewRef(dst)"},
	{"a range of several values leaves its least", "region.go", "d != nil && d.Lo == d.Hi", "d != nil"},
	{"a range of one value leaves another", "region.go", "s.set(dst, ir.NewBits(d.Type, d.Lo))",
		"s.set(dst, ir.NewBits(d.Type, d.Lo^1))"},
	{"all reads of a site are restricted", "region.go", "s.when(is(x.seen, 0), func() {",
		"s.when(ir.NewBool(true), func() {"},
	{"a site never counts as read", "region.go", "s.set(x.seen, ir.NewConst(ir.U8, 1))",
		"s.set(x.seen, ir.NewConst(ir.U8, 0))"},
	{"a condition is evaluated before all its inputs are read", "region.go", "s.when(ir.NewAnd(all...), func()",
		"s.when(ir.NewBool(true), func()"},
	{"a condition uses the last value that is read", "region.go", "		s.set(x.value, ir.NewRef(dst))\n",
		"		defer s.set(x.value, ir.NewRef(dst))\n"},
	{"a condition without inputs is not evaluated", "region.go", "w.atStart(cond) // it", "// it"},

	{"steps are taken after their edges", "condition.go", "			case is:\n", "			case is || true:\n"},
	{"an execution may take several steps at one edge", "condition.go", "	s.fork(cond, take, func()",
		"	s.fork(cond, func() { take(); s.first(at, x, steps[1:], c) }, func()"},
	{"an edge without a step keeps the execution", "condition.go", "		if x.rest == Gone {", "		if false {"},
	{"the steps of one state are taken in all states", "condition.go", "		if others {\n", "		if false {\n"},
	{"calls return in the first state only", "condition.go", "		if s.l == s.l.Func.Exit {",
		"		if s.l == s.l.Func.Exit && s.state == 0 {"},
	{"verified states do not end the execution", "condition.go", "		s.assume(ir.NotExpr(cond))\n", ""},
	{"a verified state ends all executions at its edge", "condition.go", "s.assume(ir.NotExpr(cond))\n",
		"s.assume(ir.NewBool(false))\n"},
	{"an initial state is never verified", "condition.go", "		w.atStart(ir.NewBool(false))\n", ""},
	{"the lower half of the states has one state too many", "condition.go", "&ir.Binary{Op: ir.Lt, X: ir.NewRef(at)",
		"&ir.Binary{Op: ir.Le, X: ir.NewRef(at)"},
	{"steps keep the state", "condition.go", "int64(st.To)))", "int64(st.state)))"},

	{"paths before the lower bound are in the range", "paths.go", "lower, a.Mark, a.Mark == ir.False",
		"lower, a.Mark, true"},
	{"paths after the upper bound are in the range", "paths.go", "upper, a.Mark, a.Mark == ir.True",
		"upper, a.Mark, true"},
	{"paths between the bounds are not in the range", "paths.go", "lower, a.Mark, a.Mark == ir.False",
		"lower, a.Mark, false"},
	{"a path that left a bound follows it again", "paths.go", "func() { s.set(b.rest, ir.NewConst(ir.U64, 1)) })",
		"func() { w.next(s, b) })"},
	{"a half-open range has its upper bound", "paths.go", "		if b.before {\n", "		if false {\n"},
	{"a closed range lacks its upper bound", "paths.go", "		if b.before {\n", "		if true {\n"},
	{"an empty range has paths", "paths.go", "	if r.Empty() {\n		w.atStart", "	if false {\n		w.atStart"},
	{"all decisions of a word equal the first one", "paths.go", "	s.set(b.rest, b.left)\n", "	_ = b.left\n"},
	{"a bound has one decision too many", "paths.go", "1<<min(perWord, len(p)-i)", "2<<min(perWord-1, len(p)-i)"},
	{"a bound ends one decision early", "paths.go", "b.open = &ir.Binary{Op: ir.Lt, X: one, Y: rest}",
		"b.open = &ir.Binary{Op: ir.Lt, X: ir.NewConst(ir.U64, 3), Y: rest}"},
	{"T and F are exchanged", "paths.go", "		case 'T':\n		case 'F':\n", "		case 'F':\n		case 'T':\n"},
	{"there is always an upper bound", "paths.go", "	if r.NoUpper {\n		hi = \"\"\n	}\n	lower", "	lower"},
	{"an execution may end before the lower bound does", "paths.go", "return w.ends(lower.shut)", "return nil"},
	{"an error is no end", "paths.go", "if l.Kind != ir.Error && l.Kind != ir.Halt {", "if l.Kind != ir.Halt {"},
	{"a halt is no end", "paths.go", "if l.Kind != ir.Error && l.Kind != ir.Halt {", "if l.Kind != ir.Error {"},
	{"undefined behaviour is no end", "paths.go", "if undefined || f ==", "if undefined && false || f =="},
	{"all returns are ends", "paths.go", "f == w.q.Entry && e.To == f.Exit", "e.To == f.Exit"},
	{"a bound ends with its first word", "paths.go", "	if b.table == nil {", "	if true {"},
	{"the last word is missing", "paths.go", "int64(len(b.words)-1))", "int64(len(b.words)-2))"},
	{"the second word repeats for ever", "paths.go", "b.nextWord = &ir.Binary{Op: ir.Add, X: word,",
		"b.nextWord = &ir.Binary{Op: ir.Add, X: ir.NewConst(ir.U32, 0),"},

	{"one visit more than the depth", "depth.go", "ir.Binary{Op: ir.Lt, X: ir.NewRef(visits)",
		"ir.Binary{Op: ir.Le, X: ir.NewRef(visits)"},
	{"recursion is not bounded", "depth.go", "recursive && l == f.Entry {", "recursive && false {"},
	{"loops are not bounded", "depth.go", "order.Pos(l.ID) >= 0 && order.IsHead(l.ID)", "order.Pos(l.ID) < 0"},
	{"visits are not counted", "depth.go", "Y: ir.NewConst(ir.U32, 1)}", "Y: ir.NewConst(ir.U32, 0)}"},

	{"calls are always in a set", "apply.go", "			if kept[e] {", "			if _, call := e.Stmt.(*ir.Call); call || kept[e] {"},
	{"edges that a set excludes are in it", "apply.go", "kept[d] = in\n", "_, kept[d] = in, true\n"},
	{"returns are never in a set", "apply.go", "			if kept[e] {",
		"			if _, ret := e.Stmt.(*ir.Return); !ret && kept[e] {"},
	{"a new location has the origin of the entry", "sew.go", "n.Origin, n.Inline = l.Origin, l.Inline",
		"n.Origin, n.Inline = l.Func.Entry.Origin, l.Inline"},
}

// sample is the mutant that TestMutants always runs.
const sample = "an execution may end before the lower bound does"

// TestMutants checks that the texts of all mutants occur, and that the tests find one mutant; with -mutants or
// TANDEM_LONG=1, each mutant.
func TestMutants(t *testing.T) {
	for i, m := range mutants {
		src, err := os.ReadFile(m.file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(src), m.old); n != 1 {
			t.Errorf("%s: the text occurs %d times in %s", m.name, n, m.file)
			continue
		}
		if *runMutants || os.Getenv("TANDEM_LONG") != "" || m.name == sample && !testing.Short() {
			t.Run(m.name, func(t *testing.T) { found(t, i, strings.Replace(string(src), m.old, m.new, 1)) })
		}
	}
}

// found checks that the tests fail for a mutant; text is the content of the changed file.
func found(t *testing.T, i int, text string) {
	dir := t.TempDir()
	file, overlay := filepath.Join(dir, "m.go"), filepath.Join(dir, "overlay.json")
	path, err := filepath.Abs(mutants[i].file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{path: file}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{file: text, overlay: string(list)} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-vet=off", "-gcflags=-l", "-ldflags=-s -w", "-count=1", "-overlay", overlay, "-run",
		"TestExact|TestLong", ".", "-programs", "150", "-runs", "50")
	cmd.Env = append(os.Environ(), "TANDEM_LONG=")
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		t.Error("TestExact and TestLong pass with this mutant")
	case !strings.Contains(string(out), "--- FAIL: TestExact") && !strings.Contains(string(out), "--- FAIL: TestLong"):
		t.Errorf("go test fails, but neither TestExact nor TestLong does; does the mutant compile?\n%s", out)
	default:
		_, why, _ := strings.Cut(string(out), "_test.go:")
		why, _, _ = strings.Cut(why, "\n")
		t.Logf("found: %s", why)
	}
}
