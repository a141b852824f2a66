package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
)

const sumTask = `format_version: '2.0'
input_files: 'sum01-1.i'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
options:
  language: C
  signed_overflow: undefined
  data_model: ILP32
`

func TestParseTaskDef(t *testing.T) {
	d, err := parseTaskDef("t.yml", []byte(sumTask))
	if err != nil {
		t.Fatal(err)
	}
	yes, no := true, false
	want := &TaskDef{File: "t.yml", Version: "2.0", Inputs: []string{"sum01-1.i"}, DataModel: "ILP32", Overflow: Undefined,
		Language: "C",
		Properties: []TaskProperty{
			{File: "../properties/unreach-call.prp", Expected: &yes, Line: 4, Col: 5},
			{File: "../properties/valid-memsafety.prp", Expected: &no, Subproperty: "valid-deref", Line: 6, Col: 5}}}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got  %+v\nwant %+v", d, want)
	}
}

func TestTaskDefForms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"format_version: '1.0'\ninput_files: [a.c, b.c]\nproperties:\n  - p.prp\n", "1.0 [a.c b.c] [p.prp]"},
		{"format_version: 2.0\ninput_files: a.c\n", "2.0 [a.c] []"},
		{"format_version: \"2.0\"\ninput_files: a.c\noptions:\n", "2.0 [a.c] []"},
		{"format_version: '2.0'\ninput_files: a.c\nproperties:\n- property_file: p.prp\n", "2.0 [a.c] [p.prp]"},
		{"format_version: '2.0'\ninput_files: a.c\nnews: 1\n", "2.0 [a.c] [] t.yml:3:1: unknown key news is ignored"},
		{"format_version: '3.0'\ninput_files: a.c\n", "t.yml:1:17: format_version 3.0 is not supported (1.0 and 2.0 are)"},
		{"format_version: '2.0'\n", "t.yml:1:1: input_files is missing"},
		{"input_files: a.c\n", "t.yml:1:1: format_version is missing"},
		{"", "t.yml:1:1: the file is empty"},
		{"- a\n- b\n", "t.yml:1:1: a task definition is a mapping"},
		{"format_version: '2.0'\ninput_files:\n  a: b\n", "t.yml:3:3: input_files must be a string"},
		{"format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: ILP16\n",
			"t.yml:4:15: data_model is ILP16, not ILP32 or LP64"},
		{"format_version: '2.0'\ninput_files: a.c\noptions:\n  signed_overflow: trap\n",
			"t.yml:4:20: signed_overflow is trap, not wrap or undefined"},
		{"format_version: '2.0'\ninput_files: a.c\noptions:\n  language: Java\n",
			"t.yml:4:13: language Java is not supported (C is)"},
		{"format_version: '2.0'\ninput_files: a.c\nproperties:\n- expected_verdict: true\n",
			"t.yml:4:3: property_file is missing"},
		{"format_version: '2.0'\ninput_files: a.c\nproperties:\n- property_file: p\n  expected_verdict: maybe\n",
			"t.yml:5:21: expected_verdict must be true or false"},
	} {
		d, err := parseTaskDef("t.yml", []byte(c.text))
		var got string
		if err != nil {
			got = err.Error()
		} else {
			var props []string
			for _, p := range d.Properties {
				props = append(props, p.File)
			}
			got = strings.TrimSpace(fmt.Sprint(d.Version, " ", d.Inputs, " ", props, " ", strings.Join(d.Warnings, " ")))
		}
		if got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	// A syntax error of the library has a position and one line; its words are not tested.
	_, err := parseTaskDef("t.yml", []byte("format_version: '2.0\ninput_files: [a.c\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "t.yml:1:17: not valid YAML") || strings.Contains(err.Error(), "\n") {
		t.Errorf("syntax error: %v", err)
	}
}

// TestTaskDefPaths tests how patterns for input and property files are resolved.
func TestTaskDefPaths(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"a1.c", "a2.c", "p.prp"} {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := &TaskDef{File: filepath.Join(dir, "t.yml"), Inputs: []string{"a*.c"}}
	in, err := d.InputPaths()
	if err != nil || len(in) != 2 {
		t.Errorf("%v %v", in, err)
	}
	if _, err = d.PropertyPath(TaskProperty{File: "a?.c", Line: 3, Col: 5}); err == nil ||
		!strings.Contains(err.Error(), "t.yml:3:5: property_file a?.c matches 2 files") {
		t.Error(err)
	}
	d.Inputs = []string{"b.c"}
	if _, err = d.InputPaths(); err == nil || !strings.Contains(err.Error(), "no file matches") {
		t.Error(err)
	}
}

// TestBenchTasks reads every task definition of the development benchmarks.
func TestBenchTasks(t *testing.T) {
	n := 0
	err := filepath.WalkDir(benchtest.Dir(t), func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".yml") {
			return err
		}
		n++
		d, err := LoadTaskDef(path)
		if err != nil {
			return err
		}
		if _, err := d.InputPaths(); err != nil {
			return err
		}
		for _, p := range d.Properties {
			f, err := d.PropertyPath(p)
			if err != nil {
				return err
			}
			if _, err := LoadProperties(f); err != nil {
				return err
			}
		}
		if len(d.Warnings) > 0 || len(d.Properties) == 0 || d.DataModel == "" {
			t.Errorf("%s: %+v", path, d)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	t.Log(n, "task definitions")
}

// FuzzParseTaskDef tests that the parser does not panic, and that its errors are *InputError.
func FuzzParseTaskDef(f *testing.F) {
	f.Add([]byte(sumTask))
	f.Add([]byte("format_version: '1.0'\ninput_files: [a.c, b.c]\nproperties:\n  - p.prp\n"))
	f.Add([]byte("format_version: &a '2.0'\ninput_files: *a\n<<: {x: y}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := parseTaskDef("t.yml", text)
		if err == nil {
			return
		}
		if _, ok := err.(*InputError); !ok {
			t.Fatalf("error of type %T", err)
		}
	})
}
