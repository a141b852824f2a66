package acceptance

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// ample is the time limit of runs that decide their task. It is so long that it ends no run on a slow machine.
const ample = 3 * time.Minute

// write writes files (name, text, name, text, ...) to a new folder.
func write(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const overflow = `void reach_error(void); int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < 0) reach_error(); return 0; }
`

// TestLoadOptions tests how options, the task definition and the property file are combined.
func TestLoadOptions(t *testing.T) {
	dir := write(t, "a.c", overflow, "p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
		"t.yml", "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: p.prp\noptions:\n  data_model: "+
			"ILP32\n  signed_overflow: undefined\n")
	for _, c := range []struct {
		name    string
		opt     app.Options
		file    string
		model   string
		over    verify.OverflowMode
		missing verify.MissingMode
		verdict verify.Verdict
	}{
		{"plain", app.Options{}, "a.c", "LP64", verify.Wrap, verify.MissingUnknown, verify.False},
		{"property", app.Options{Property: filepath.Join(dir, "p.prp"), Model: 32}, "a.c", "ILP32", verify.Wrap,
			verify.MissingInput, verify.False},
		{"definition", app.Options{}, "t.yml", "ILP32", verify.Undefined, verify.MissingInput, verify.True},
		{"overridden", app.Options{Overflow: "wrap", Model: 64, Missing: "havoc"}, "t.yml", "LP64", verify.Wrap,
			verify.MissingHavoc, verify.False},
	} {
		task, err := app.Load(c.opt, filepath.Join(dir, c.file))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if m := task.Program.Model.String(); m != c.model || task.Options.Overflow != c.over ||
			task.Options.Missing != c.missing {
			t.Errorf("%s: %s %+v", c.name, m, task.Options)
		}
		rep, err := verified(context.Background(), task, app.VerifyOptions{TimeLimit: ample})
		if err != nil || rep.Verdict != c.verdict {
			t.Errorf("%s: %s (%s) %v", c.name, rep.Verdict, rep.Reason, err)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	dir := write(t, "a.c", overflow, "bad.c", "int main(void) { return }\n", "cover.prp",
		"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n")
	in := func(f string) string { return filepath.Join(dir, f) }
	var use *app.UsageError
	var un *app.UnsupportedError
	for _, c := range []struct {
		opt   app.Options
		files []string
		is    func(error) bool
	}{
		{app.Options{}, nil, func(err error) bool { return errors.As(err, &use) }},
		{app.Options{Overflow: "no"}, []string{in("a.c")}, func(err error) bool { return errors.As(err, &use) }},
		{app.Options{Model: 16}, []string{in("a.c")}, func(err error) bool { return errors.As(err, &use) }},
		{app.Options{Property: in("cover.prp")}, []string{in("a.c")}, func(err error) bool { return errors.As(err, &un) }},
		{app.Options{}, []string{in("none.c")}, app.IsInputError},
		{app.Options{}, []string{in("bad.c")}, app.IsInputError},
		{app.Options{Property: in("none.prp")}, []string{in("a.c")}, app.IsInputError},
	} {
		if _, err := app.Load(c.opt, c.files...); err == nil || !c.is(err) {
			t.Errorf("%+v %v: %T %v", c.opt, c.files, err, err)
		}
	}
}

// TestStrategiesAndEngines tests that every named strategy runs, with all its engines, and every engine alone.
func TestStrategiesAndEngines(t *testing.T) {
	dir := write(t, "a.c", "#include <assert.h>\nint main(void) { int i; for (i = 0; i < 10; i++) ; assert(i == 10); "+
		"return 0; }\n")
	if err := verify.Validate(app.Engines()); err != nil {
		t.Error(err)
	}
	for _, s := range app.Strategies() {
		task, err := app.Load(app.Options{}, filepath.Join(dir, "a.c"))
		if err != nil {
			t.Fatal(err)
		}
		rep, err := verified(context.Background(), task, app.VerifyOptions{Strategy: s.Name, TimeLimit: ample})
		if err != nil || rep.Verdict != verify.True {
			t.Errorf("%s: %+v %v", s.Name, rep, err)
		}
	}
	for _, e := range app.Engines() {
		task, err := app.Load(app.Options{}, filepath.Join(dir, "a.c"))
		if err != nil {
			t.Fatal(err)
		}
		rep, err := verified(context.Background(), task,
			app.VerifyOptions{Engine: e.Name, TimeLimit: 5 * time.Second})
		if err != nil || rep.Verdict == verify.False {
			t.Errorf("%s: %+v %v", e.Name, rep, err)
		}
		for _, en := range rep.Engines {
			if strings.Contains(en.Reason, "internal error") || en.Bug {
				t.Errorf("%s: %+v", e.Name, en)
			}
		}
	}
}

// TestAtOnce runs all engines at the same time on one task, for the race detector (make race).
func TestAtOnce(t *testing.T) {
	dir := write(t, "a.c", `extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint() % 50, i, s = 0; for (i = 0; i < m; i++) s += n % 7 == 3 ? 2 : 1;
 if (s > 2 * m || (s * s == 2401 && n == 77)) reach_error(); return 0; }
`, "p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	task, err := app.Load(app.Options{Property: dir + "/p.prp"}, filepath.Join(dir, "a.c"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range app.Engines() {
		names = append(names, e.Name)
	}
	rep, err := verified(context.Background(), task,
		app.VerifyOptions{Strategy: "par(" + strings.Join(names, ", ") + ")", TimeLimit: 4 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range rep.Engines {
		if e.Bug || strings.Contains(e.Reason, "internal error") {
			t.Errorf("%+v", e)
		}
	}
}
