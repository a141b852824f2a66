package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/pflag"

	"github.com/tandem-verifier/tandem/internal/app"
)

// verifyOptions returns the options of verify.
func verifyOptions(t *testing.T) *pflag.FlagSet {
	c, _, err := (&cli{}).root().Find([]string{"verify"})
	if err != nil {
		t.Fatal(err)
	}
	return c.Flags()
}

// outputFlags returns the names of the options of verify whose help says that they write a FILE or into a DIR. It reads
// the options of the command, and not outFiles, so that an option without a row is tested, too.
func outputFlags(t *testing.T) (files, dirs, others []string) {
	verifyOptions(t).VisitAll(func(f *pflag.Flag) {
		value, help := pflag.UnquoteUsage(f)
		switch writes := strings.HasPrefix(help, "write"); {
		case writes && value == "FILE":
			files = append(files, f.Name)
		case writes && value == "DIR":
			dirs = append(dirs, f.Name)
		case f.Value.Type() == "string":
			others = append(others, f.Name)
		}
	})
	if len(files) < 3 || len(dirs) < 2 || len(others) < 5 {
		t.Fatalf("options are missing: %q, %q, %q", files, dirs, others)
	}
	return files, dirs, others
}

// writePrograms writes a safe program and an unsafe one, and returns their names and texts.
func writePrograms(t *testing.T, dir string) map[string]string {
	programs := map[string]string{}
	for name, assertion := range map[string]string{"safe.c": "x == x", "bug.c": "x != 7"} {
		text := "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n" +
			"int main(void) {\n  int x = __VERIFIER_nondet_int();\n  assert(" + assertion + ");\n}\n"
		programs[filepath.Join(dir, name)] = text
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return programs
}

// TestNoInputOverwritten gives the program itself to each option of verify as its value. An option for an output file
// must be refused with exit code 2, and no option may change the program. The same holds for a program with the name of
// a file that verify writes into a folder.
func TestNoInputOverwritten(t *testing.T) {
	files, dirs, others := outputFlags(t)
	dir := t.TempDir()
	t.Chdir(dir)
	programs := writePrograms(t, dir)
	run := func(args ...string) (code int, errs string) {
		var out, err bytes.Buffer
		code = Main(append([]string{"verify", "-t", "10s"}, args...), &out, &err)
		return code, err.String()
	}
	unchanged := func(flag, program, text string) {
		t.Helper()
		if got, err := os.ReadFile(program); err != nil || string(got) != text {
			t.Fatalf("--%s changed the input %s: %q, %v", flag, program, got, err)
		}
	}
	for program, text := range programs {
		for _, flag := range files {
			if code, errs := run("--"+flag, program, program); code != exitUsage || !strings.Contains(errs, "overwritten") {
				t.Errorf("--%s FILE FILE: exit code %d, want %d: %s", flag, code, exitUsage, errs)
			}
			unchanged(flag, program, text)
		}
		for _, flag := range others {
			run("--"+flag, program, program)
			unchanged(flag, program, text)
		}
	}
	for _, flag := range dirs {
		folder := filepath.Join(dir, flag)
		for program := range programs {
			run("--engine", "iat", "--"+flag, folder, program) // iat has something to dump
		}
		written, err := os.ReadDir(folder)
		if err != nil || len(written) == 0 {
			t.Fatalf("--%s wrote no files: %v", flag, err)
		}
		var names []string
		for _, e := range written {
			names = append(names, e.Name())
		}
		if flag == "output" { // a proof by ranges has this one
			names = append(names, "witness-part-1.yml")
		}
		// Another folder: a goroutine of the run above may still write into the first one.
		if folder += "2"; os.Mkdir(folder, 0o755) != nil {
			t.Fatal("no folder")
		}
		for _, name := range names {
			path := filepath.Join(folder, name)
			for _, text := range programs {
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if code, errs := run("--"+flag, folder, path); code != exitUsage || !strings.Contains(errs, "overwritten") {
					t.Errorf("--%s and the program %s in its folder: exit code %d, want %d: %s", flag, name, code, exitUsage, errs)
				}
				unchanged(flag, path, text)
			}
		}
	}
}

// TestOutputOfAllFunctions tests that --all-functions refuses each option for an output file: its workers would
// overwrite the files of each other.
func TestOutputOfAllFunctions(t *testing.T) {
	files, _, _ := outputFlags(t)
	for _, flag := range files {
		fs := verifyOptions(t)
		if err := fs.Set(flag, "out.x"); err != nil {
			t.Fatal(err)
		}
		if err := excludedByAll(fs); err == nil {
			t.Errorf("--all-functions --%s FILE is accepted", flag)
		}
	}
	if err := excludedByAll(verifyOptions(t)); err != nil {
		t.Error(err)
	}
}

// TestOldOutputRemoved tests that each row with a writer has marks that its files have: a second run removes them.
func TestOldOutputRemoved(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for program := range writePrograms(t, dir) {
		folder := filepath.Join(dir, strings.TrimSuffix(filepath.Base(program), ".c"))
		var out, errs bytes.Buffer
		Main([]string{"verify", "-q", "--output", folder, program}, &out, &errs)
		f := &verifyFlags{output: folder}
		for _, o := range outFiles() {
			if (o.marks == nil) != (o.write == nil) {
				t.Errorf("row %q %q: a file with a writer needs a mark", o.flag, o.names)
			}
		}
		errs.Reset()
		if err := (&cli{stderr: &errs}).removeOld(f); err != nil || errs.Len() > 0 {
			t.Errorf("%v: %s", err, errs.String())
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("files without a mark stay: %v, %v", left, err)
		}
	}
}

// TestOutputsDiffer gives two outputs of a command one path. Each command must refuse it and name both options.
func TestOutputsDiffer(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writePrograms(t, dir)
	if err := errors.Join(os.Mkdir("d", 0o755), os.Mkdir("h", 0o755), os.Symlink("d", "link")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"verify --witness x.yml --harness x.yml bug.c",
		"verify --witness x.yml --condition-out ./x.yml bug.c",
		"verify --witness d/x.yml --harness link/x.yml bug.c",
		"verify --harness d/report.json --output d bug.c",
		"verify --witness d/witness-part-2.yml --output d bug.c",
		"verify --harness d/001-iat.txt --dump link bug.c",
		"test -o d --harness d --fuzz-target d/tandem_harness.c bug.c",
		"test --harness d --fuzz-target d/bug.c bug.c",
		"test -o d --fuzz-target d/metadata.xml bug.c",
		"range --from 1 --condition-out x -o x bug.c",
	} {
		var out, errs bytes.Buffer
		code := Main(strings.Fields(line), &out, &errs)
		if code != exitUsage || !strings.Contains(errs.String(), "both write") {
			t.Errorf("%s: exit code %d: %s", line, code, &errs)
		}
	}
	for _, line := range []string{
		"verify -q --witness /dev/null --harness /dev/null bug.c",
		"verify -q --witness d/x.yml --harness d/x.c --output d --dump d bug.c",
		"test -q -t 2s -o s --harness h --fuzz-target h/fuzz.c --entry f --no-proofs f.c",
	} {
		if err := os.WriteFile("f.c", []byte("int f(int x) { return x > 3; }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := Main(strings.Fields(line), &out, &errs); code == exitUsage {
			t.Errorf("%s: %s", line, &errs)
		}
	}
}

// TestNoEarlyFilesAtTheEnd tests that the goroutine that writes the files of a violation writes none after the end.
func TestNoEarlyFilesAtTheEnd(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writePrograms(t, dir)
	task, err := app.Load(app.Options{}, "bug.c")
	if err != nil {
		t.Fatal(err)
	}
	s, err := app.NewSession(task, app.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.Run(t.Context())
	var session atomic.Pointer[app.Session]
	session.Store(s)
	path := "x.yml"
	early := &earlyFiles{f: &verifyFlags{named: map[string]*string{"witness": &path}}, session: &session}
	early.end()
	early.write()
	if _, err := os.Stat(path); err == nil {
		t.Error("a file is written after the end")
	}
	early.ended = false
	early.write()
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
