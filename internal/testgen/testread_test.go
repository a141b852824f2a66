package testgen_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// reads is a program that reads an int, a byte of uninitialised memory, a char, and a double.
const reads = `program LP64
site nondet "nondet_int@a.c:1:1" name "nondet_int" type i32 in main
site bytes "buf@a.c:2:1" in main
site nondet "nondet_char@a.c:3:1" name "nondet_char" type i8 in main
site nobody "f@a.c:4:1" name "f" type f64 in main
entry main
func main() void {
  reg x i32 source "x"
  reg y i8
  reg z f64
  reg b u8
  object buf size 1 align 1 elem u8 #1 source "buf"
  locs 7
  L0 -> L2: x = input #0
  L2 -> L3: decl buf
  L3 -> L4: b = load &buf
  L4 -> L5: y = input #2
  L5 -> L6: z = input #3
  L6 -> L1: return
}
`

// testcase returns the text of a test with the given input elements.
func testcase(inputs ...string) string {
	return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase>
` + strings.Join(inputs, "\n") + `
</testcase>
`
}

// TestReadTest checks that calls get the values in order, and that other inputs and calls after the end get none.
func TestReadTest(t *testing.T) {
	p := irtest.Program(t, reads)
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text  string
		want  string // x, y, z
		fault string
		left  int
	}{
		{testcase(`<input type="int" variable="x">-7</input>`, `<input>'a'</input>`, `<input>0x1.8p1</input>`), "-7 97 3.0",
			"", 0},
		{testcase(`<input>0xFFFFFFFFu</input>`, `<input>'\n'</input>`, `<input> 1.5f </input>`), "-1 10 1.5", "", 0},
		{testcase(`<input>017L</input>`, `<!-- a remark --><input>'\xff'</input>`, `<input>2</input>`), "15 -1 2.0", "", 0},
		{testcase(`<input>1</input>`, `<input>'\''</input>`), "1 39 open", "", 0},
		{testcase(), "open open open", "", 0},
		{testcase(`<input>1</input>`, `<input>2</input>`, `<input>inf</input>`, `<input>4</input>`, `<input>5</input>`),
			"1 2 +Inf", "", 2},
		{testcase(`<input variable="x[2]">1</input>`, `<input variable="f">2</input>`), "1 2 open", "", 0},
		{testcase(`<input>1.5</input>`), "1 open open", `t.xml:4:1: bad value "1.5": an integer is read, by nondet_int at`,
			0},
		{testcase(`<input>1</input>`, ` <input>300</input>`), "1 44 open",
			`t.xml:5:2: bad value "300": it does not fit in 8 bits, by nondet_char at`, 0},
		{testcase(`<input>1</input>`, `<input variable="count">3</input>`), "1 3 open",
			"t.xml:5:1: no variable or function count in the program: a test of another one?", 0},
		{testcase(`<input variable="nondet_imt">3</input>`), "3 open open",
			"no variable or function nondet_imt in the program; did you mean nondet_int?: a test", 0},
	} {
		s, err := testgen.ReadTest(strings.NewReader(c.text), "t.xml")
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		feed := s.Feed()
		var got []string
		run, err := m.Run(t.Context(), exec.InputFunc(func(k ir.Key, site *ir.Site, typ ir.Type) (uint64, bool) {
			bits, ok := feed.Next(k, site, typ)
			switch {
			case !ok && !exec.IsBytes(site, k.Off):
				got = append(got, "open")
			case ok:
				got = append(got, exec.FormatValue(typ, bits))
			}
			return bits, true
		}))
		if err != nil || run.Outcome.Kind != exec.Finished {
			t.Fatal(err, run.Outcome)
		}
		if text := strings.Join(got, " "); text != c.want || feed.Surplus() != c.left {
			t.Errorf("%s: %s, %d left, want %s, %d", c.text, text, feed.Surplus(), c.want, c.left)
		}
		if text := fmt.Sprint(feed.Fault(p)); (text == "<nil>") != (c.fault == "") || !strings.Contains(text, c.fault) {
			t.Errorf("%s: %s, want %s", c.text, text, c.fault)
		}
	}
}

// TestReadTestErrors checks that errors have line and column.
func TestReadTestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "t.xml:1:1: no test: there is no element testcase"},
		{"int main() { return 0; }", "t.xml:1:1: no test: text outside of an input"},
		{"<testcase>", "t.xml:1:11: no XML: unexpected EOF"},
		{"<testcase><input>1</testcase>", "no XML: element <input> closed by </testcase>"},
		{"<testcase>\n  <input></input>\n</testcase>", "t.xml:2:3: an input without a value"},
		{"<testcase>\n  <input>x + 1</input>\n</testcase>", `t.xml:2:3: bad value "x + 1": a number is expected`},
		{"<testcase><input>1_000</input></testcase>", `bad value "1_000": a number is expected`},
		{"<testcase><input>99999999999999999999</input></testcase>", "does not fit in 64 bits"},
		{"<testcase><input>" + strings.Repeat("1", 1000) + "</input></testcase>", "more than 400 characters"},
		{"<testcase>\n<value>1</value></testcase>", "t.xml:2:1: element value in a test"},
		{"<testcase><input><b>1</b></input></testcase>", "t.xml:1:18: element b in an input"},
		{"<testcase/>\n<testcase/>", "t.xml:2:1: a second element testcase"},
		{"<test-metadata></test-metadata>", "t.xml:1:1: metadata of a suite, no test"},
		{"<graphml/>", "t.xml:1:1: no test: the element is graphml, not testcase"},
		{"<?xml version=\"0\"?><testcase/>", "t.xml:1:20: no XML: unsupported version"},
		{"<testcase>5</testcase>", "t.xml:1:11: no test: text outside of an input"},
	} {
		_, err := testgen.ReadTest(strings.NewReader(c.text), "t.xml")
		var in *verify.InputError
		if !errors.As(err, &in) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzTestXML checks that a test that is read has values, and that errors have a position.
func FuzzTestXML(f *testing.F) {
	for _, text := range []string{testcase(`<input type="int" variable="x">-7</input>`, `<input>'a'</input>`),
		"<testcase/>", "<testcase><input>1</testcase>", "\xef\xbb\xbf<testcase></testcase>", "<?xml version=\"0\"?>0",
		"&\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := testgen.ReadTest(strings.NewReader(text), "t.xml")
		if err != nil {
			if in := err.(*verify.InputError); in.Line < 1 || in.Col < 1 {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		feed := s.Feed()
		for range s.Values {
			if _, ok := feed.Next(ir.Key{}, &ir.Site{Kind: ir.Nondet, Type: ir.I32}, ir.I32); !ok {
				t.Fatalf("%q: no value", text)
			}
		}
	})
}
