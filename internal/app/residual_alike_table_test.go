package app

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// alikeRow is the result for a task and a technique.
type alikeRow struct {
	task, expected, engine string
	steps                  uint64 // steps of verification before the stop
	stopped                string // verdict of the verification
	whole                  string // verdict of the program; "": not verified
	technique              string // "": there is no residual
	open, asked            int    // number of obligations
	part                   bool   // executions are left out
	edges, size            int    // numbers of edges of the residual program and of the program
	compiled, again        string // yes, no
	warnings               int
	compared, violating    int    // number of runs of the program; number of violations among them
	alone                  int    // number of violations of the slice that the program does not have
	native, reread         int    // number of runs of the text that ended like the residual program
	test                   string // the failing test: shown, lost, not replayed
	verdict                string // verdict of the residual program
	spurious               string // the violation of a slice is spurious: yes, no, unknown
	seconds                float64
	note                   string
	broken                 bool

	condition *restrict.Condition
	program   *ir.Program
	text      string
	runs      []alikeRun
}

// slice reports whether the technique makes a slice.
func (x *alikeRow) slice() bool { return x.technique == "slice" || x.technique == "both" }

// fault records an error, the first of each kind.
func (x *alikeRow) fault(kind, what string) {
	x.broken = true
	if n := strings.Count(x.note, "FAULT"); n < 4 && !strings.Contains(x.note, "FAULT "+kind+":") {
		if i := strings.Index(what, "\n"); len(what) > 400 && i > 0 {
			what = what[:400]
		}
		x.note = strings.TrimSpace(x.note + " FAULT " + kind + ": " + strings.Join(strings.Fields(what), " "))
	}
}

const alikeHead = "task\texpected\tengine\tsteps\tstopped\tprogram\ttechnique\topen\tasked\tpart\tedges\tof\tcompiled\twarnings\tread\truns\tviolating\talone\tnative\tagain\ttest\tverdict\tspurious\tseconds\tbroken\tnote"

func (x *alikeRow) String() string {
	var b []string
	for _, v := range []any{x.task, x.expected, x.engine, x.steps, x.stopped, x.whole, x.technique, x.open, x.asked,
		x.part, x.edges, x.size, x.compiled, x.warnings, x.again,
		x.compared, x.violating, x.alone, x.native, x.reread, x.test, x.verdict, x.spurious, fmt.Sprintf("%.1f", x.seconds),
		x.broken, x.note} {
		b = append(b, fmt.Sprint(v))
	}
	return strings.Join(b, "\t")
}

// alikeTable has the rows of this run and of earlier runs.
type alikeTable struct {
	t    *testing.T
	file string
	rows []*alikeRow
	done map[string]bool // by task
}

// openAlike reads the rows of a file, or begins the file; "" means no file.
func openAlike(t *testing.T, file string) *alikeTable {
	b := &alikeTable{t: t, file: file, done: map[string]bool{}}
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) || file == "" {
		if file != "" {
			b.write(alikeHead)
		}
		return b
	}
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(string(text)))
	r.Comma, r.LazyQuotes = '\t', true
	all, err := r.ReadAll()
	if err != nil || len(all) == 0 || strings.Join(all[0], "\t") != alikeHead {
		t.Fatalf("%s has other rows: %v", file, err)
	}
	for _, c := range all[1:] {
		number := func(i int) int { n, _ := strconv.Atoi(c[i]); return n }
		x := &alikeRow{task: c[0], expected: c[1], engine: c[2], steps: uint64(number(3)), stopped: c[4], whole: c[5],
			technique: c[6], open: number(7), asked: number(8), part: c[9] == "true",
			edges: number(10), size: number(11), compiled: c[12], warnings: number(13), again: c[14], compared: number(15),
			violating: number(16), alone: number(17),
			native: number(18), reread: number(19), test: c[20], verdict: c[21], spurious: c[22], broken: c[24] == "true",
			note: c[25]}
		b.rows, b.done[x.task] = append(b.rows, x), true
	}
	return b
}

// write appends a line to the file.
func (b *alikeTable) write(line string) {
	f, err := os.OpenFile(b.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = fmt.Fprintln(f, line)
		f.Close()
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// add records the rows of a task, and appends them to the file.
func (b *alikeTable) add(task string, rows []*alikeRow) {
	b.done[task] = true
	var lines []string
	for _, x := range rows {
		x.condition, x.program, x.text, x.runs = nil, nil, "", nil
		lines = append(lines, strings.ReplaceAll(x.String(), "\"", "'"))
		b.t.Log(x.String())
	}
	b.rows = append(b.rows, rows...)
	if b.file != "" {
		b.write(strings.Join(lines, "\n"))
	}
}

// summary prints sums of the rows, and fails the test if a row has an error.
func (b *alikeTable) summary() {
	type sums struct {
		n, large, part, broken, text, warned, runs, violating, alone, native, again, tests, shown, vague int
		decided, kept, verdicts, failed, spurious, unsure                                                int
		edges, size                                                                                      int
	}
	by := map[string]*sums{}
	none := 0
	for _, x := range b.rows {
		if x.technique == "" {
			if none++; x.broken {
				b.t.Errorf("%s: %s", x.task, x.note)
			}
			continue
		}
		s := by[x.technique]
		if s == nil {
			s = &sums{}
			by[x.technique] = s
		}
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		s.n++
		count(&s.large, x.note == "too large")
		count(&s.part, x.part)
		count(&s.broken, x.broken)
		count(&s.text, (x.compiled == "yes" || x.compiled == "not run") && x.again == "yes")
		count(&s.warned, x.warnings > 0)
		s.runs, s.violating, s.alone, s.native, s.again = s.runs+x.compared, s.violating+x.violating, s.alone+x.alone,
			s.native+x.native, s.again+x.reread
		s.edges, s.size = s.edges+x.edges, s.size+x.size
		count(&s.tests, x.test == "shown" || x.test == "lost")
		count(&s.shown, x.test == "shown")
		count(&s.vague, x.test == "not replayed")
		decided := x.whole == "true" || x.whole == "false"
		count(&s.verdicts, x.verdict != "")
		count(&s.decided, x.verdict != "" && decided)
		count(&s.kept, x.verdict != "" && decided && (x.verdict == "true" || x.verdict == "false"))
		count(&s.failed, x.verdict == "false")
		count(&s.spurious, x.spurious == "yes")
		count(&s.unsure, x.spurious != "" && x.spurious != "yes" && x.spurious != "no")
		if x.broken {
			b.t.Errorf("%s, %s after %d, %s: %s", x.task, x.engine, x.steps, x.technique, x.note)
		}
	}
	b.t.Logf("%d tasks, %d without a residual", len(b.done), none)
	for _, name := range []string{"product", "folded", "slice", "both"} {
		s := by[name]
		if s == nil {
			continue
		}
		b.t.Logf("%-7s %d residuals (%d with paths left out, %d too large, %d edges of %d), %d wrong; %d texts compiled "+
			"and read, %d with warnings", name, s.n, s.part, s.large, s.edges, s.size, s.broken, s.text, s.warned)
		b.t.Logf("%-7s %d runs, %d violate the program, %d the residual alone; texts end alike: %d compiled, %d read "+
			"again; failing tests shown %d of %d (%d more look at addresses)", name, s.runs, s.violating, s.alone, s.native,
			s.again, s.shown, s.tests, s.vague)
		if s.verdicts == 0 {
			continue
		}
		b.t.Logf("%-7s %d verdicts; of %d that the program has, %d (%.1f %%); %d false, spurious %d, perhaps %d (%.1f %%)",
			name, s.verdicts, s.decided, s.kept, percent(s.kept, s.decided), s.failed, s.spurious, s.unsure,
			percent(s.spurious+s.unsure, s.verdicts))
		if name == "product" && s.decided >= 100 && s.kept*100 < s.decided*95 {
			b.t.Errorf("%s: less than 95 %% stay decided", name)
		}
		if s.verdicts >= 100 && s.spurious*20 > s.verdicts {
			b.t.Errorf("%s: more than 5 %% fail where the program does not", name)
		}
	}
}

// percent returns n as a percentage of the second number.
func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
