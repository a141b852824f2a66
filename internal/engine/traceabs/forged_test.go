package traceabs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// pairs are safe programs. With UNSAFE defined, each has an error.
var pairs = []string{
	`int main(void) { int x = nondet_int(), s = 0; for (int i = 0; i < 4; i++) s += 2; if (s != S(8, 6)) reach_error(); return 0; }`,
	`int main(void) { unsigned x = nondet_uint(), y = x; while (nondet_int()) { x++; y++; } if (x != y + S(0, 1)) reach_error(); return 0; }`,
	`int main(void) { int lock = 0, n = nondet_int(); while (n-- > 0 && n < 50) { if (lock != 0) reach_error(); lock = 1; if (nondet_int()) lock = S(0, 2); else { lock = 0; } } return 0; }`,
	`int a[4]; int main(void) { unsigned i = nondet_uint(); int k = 0; if (i < 4) a[i] = 7; while (k < 4) { if (a[k] != 0 && a[k] != S(7, 8)) reach_error(); k++; } return 0; }`,
	`int g; int main(void) { int l = 3, *p = &g; if (nondet_int()) p = &l; *p = 5; if (g + l != 8 && g != S(0, 1)) reach_error(); return 0; }`,
	`int main(void) { int mode = 0, bad = 0; while (1) { int e = nondet_int(); if (mode == 0 && e == 1) mode = 1; else if (mode == 1 && e == 2) mode = S(0, 2); else if (mode == 2) bad = 1;
		if (bad) reach_error(); if (e == 9) break; } return 0; }`,
	`int main(void) { unsigned char c = 0; unsigned n = 0; while (n < S(200, 300)) { c++; n++; if (c == 0) reach_error(); } return 0; }`,
}

const pairHead = `void reach_error(void); int nondet_int(void); unsigned nondet_uint(void);
#ifdef UNSAFE
#define S(safe, unsafe) unsafe
#else
#define S(safe, unsafe) safe
#endif
`

// subject is a safe program and its unsafe twin, or only one of them.
type subject struct {
	name         string
	safe, unsafe func() (*verify.Task, error) // nil if it is missing
}

// subjects returns the programs of the short test, or with TANDEM_LONG also the programs of the engines' tests, pairs
// of the repository, and tasks of the benchmark.
func subjects(t *testing.T) (out []subject) {
	pair := func(name, text string) {
		load := func(unsafe bool) func() (*verify.Task, error) {
			return enginetest.C{File: name, Text: text, Unsafe: unsafe}.Load
		}
		out = append(out, subject{name, load(false), load(true)})
	}
	for i, p := range pairs {
		pair(fmt.Sprintf("pair%d.c", i), pairHead+p)
	}
	if os.Getenv("TANDEM_LONG") == "" {
		return out
	}
	files, _ := filepath.Glob("../*/testdata/*.c")
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && strings.Contains(string(text), "UNSAFE") {
			pair(f, string(text))
		}
	}
	files, _ = filepath.Glob("../../difftest/testdata/c/*/*_safe.c")
	for i, f := range files {
		g := strings.Replace(f, "_safe.c", "_unsafe.c", 1)
		a, _ := os.ReadFile(f)
		b, _ := os.ReadFile(g) // the first line is the expected verdict
		if i%4 == 0 && strings.HasPrefix(string(a), "// true\n") && strings.HasPrefix(string(b), "// false\n") {
			out = append(out, subject{f, enginetest.C{File: f, Plain: true}.Load, enginetest.C{File: g, Plain: true}.Load})
		}
	}
	pattern := os.Getenv("TANDEM_BENCH")
	if pattern == "" {
		pattern = "loop-|locks"
	}
	for _, bt := range benchtest.Tasks(t, pattern) {
		_, expected, err := bt.Definition()
		if err != nil {
			continue
		}
		load := func() (*verify.Task, error) {
			task, _, err := enginetest.Load(bt)
			return task, err
		}
		if expected == "true" {
			out = append(out, subject{bt.File, load, nil})
		} else {
			out = append(out, subject{bt.File, nil, load})
		}
	}
	return out
}

// TestForged spoils proofs: it weakens, strengthens or falsifies a predicate, moves or removes an edge, or covers a
// node by another. If the program has an error, the checker must confirm no such proof; the spoiled proofs come from
// the safe twin, or from the part that was proved before the error was found. If the program is safe, the checker may
// confirm only proofs whose formulas hold in the program's runs.
func TestForged(t *testing.T) {
	if smt.Known()[0].Path == "" {
		benchtest.Missing(t, "no solver")
	}
	all := subjects(t)
	f := &forger{r: rand.New(rand.NewPCG(3, 4)), each: 6, limit: 20 * time.Second, verdicts: map[string]int{}}
	begin, most := time.Now(), 5*time.Second
	if os.Getenv("TANDEM_LONG") != "" {
		f.each, f.limit, most = 10, 3*time.Second, time.Hour
	}
	programs := 0
	for i, s := range all {
		if time.Since(begin) > most && f.tried >= 20 {
			break
		}
		options := []string{"", "setting=int", "setting=oct,enh=on", "setting=oct+con,order=depth", "blocks=parallel"}[i%5]
		cfg := Default()
		if options != "" {
			var err error
			if cfg, err = Parse(options); err != nil {
				t.Fatal(err)
			}
		}
		before := f.tried
		if f.subject(t, s, cfg); f.tried > before {
			programs++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d programs, %d forged, %v, %d runs", programs, len(all), f.tried, f.verdicts, f.runs)
	if f.tried < 20 || f.verdicts["weakened"] == 0 && os.Getenv("TANDEM_LONG") != "" {
		t.Error("the test says little")
	}
}

// forger forges proofs and counts the verdicts on them.
type forger struct {
	r        *rand.Rand
	each     int           // forged proofs per proof
	limit    time.Duration // time of an engine, and of a check
	tried    int
	runs     int
	verdicts map[string]int
}

// subject forges the proof of the safe program, and proofs for the unsafe one.
func (f *forger) subject(t *testing.T, s subject, cfg Config) {
	t.Helper()
	load := func(from func() (*verify.Task, error)) *verify.Task {
		if from == nil {
			return nil
		}
		task, err := from()
		if err != nil || len(task.Asked()) == 0 || len(task.Program.Entry.Edges) > 1500 {
			return nil
		}
		return task
	}
	safe, unsafe := load(s.safe), load(s.unsafe)
	if safe != nil {
		if claim := f.proved(safe, cfg); claim != nil {
			f.ofSafe(t, s.name, safe, claim)
			if unsafe != nil {
				f.ofTwin(t, s.name, safe, unsafe, claim)
			}
		}
	}
	if unsafe != nil {
		f.ofUnsafe(t, s.name, unsafe, cfg)
	}
}

// proved returns a proof of all obligations, or nil if the engine has none in time.
func (f *forger) proved(task *verify.Task, cfg Config) *verify.Safe {
	ctx, stop := context.WithTimeout(context.Background(), f.limit)
	defer stop()
	w := New(cfg).Open(task, verify.NewBoard())
	defer w.Close()
	if s, ok := w.Work(ctx, verify.Budget{}).(*verify.Safe); ok && len(s.Obligations) == len(task.Asked()) {
		return s
	}
	return nil
}

// judge checks evidence for obligations, and weakens it if the checker can. It returns the confirmed proof, or nil, and
// the outcome of the check.
func (f *forger) judge(task *verify.Task, obls []*ir.Obligation, ev verify.Evidence) (proof verify.Evidence,
	out check.Outcome) {
	f.tried++
	ctx, stop := context.WithTimeout(context.Background(), f.limit)
	defer stop()
	out = check.ProofOrPart(ctx, task, &verify.Safe{Obligations: obls, Proof: ev})
	f.verdicts[string(out.Verdict)]++
	if out.Verdict != check.Confirmed || len(out.Left) > 0 {
		return nil, out
	}
	if proof = ev; out.Proof != nil {
		f.verdicts["weakened"]++
		proof = out.Proof
	}
	return proof, out
}

// ofSafe forges the proof of a safe program: the formulas of each confirmed proof must hold in runs.
func (f *forger) ofSafe(t *testing.T, name string, task *verify.Task, claim *verify.Safe) {
	t.Helper()
	if _, out := f.judge(task, claim.Obligations, claim.Proof); out.Verdict == check.Refuted {
		t.Errorf("%s: the proof is refuted: %s", name, out.Reason)
	}
	for range f.each {
		forged, how := enginetest.Forge(f.r, claim.Proof)
		proof, _ := f.judge(task, claim.Obligations, forged)
		if proof == nil {
			continue
		}
		for range 10 {
			f.runs++
			if why := follow(t, f.r, task.Program, proof); why != "" {
				t.Errorf("%s:%s: confirmed, but in a run %s", name, how, why)
				return
			}
		}
	}
}

// ofTwin checks the proof, unchanged and forged, for the unsafe twin.
func (f *forger) ofTwin(t *testing.T, name string, safe, unsafe *verify.Task, claim *verify.Safe) {
	t.Helper()
	there, err := enginetest.Move(safe, unsafe, claim.Proof)
	if err != nil {
		f.verdicts["twin of another shape"]++
		return
	}
	for k := range f.each {
		forged, how := there, " as it is"
		if k > 0 {
			forged, how = enginetest.Forge(f.r, there)
		}
		if proof, _ := f.judge(unsafe, nil, forged); proof != nil {
			t.Errorf("%s:%s: the proof is confirmed for the unsafe twin", name, how)
			return
		}
	}
}

// ofUnsafe forges proofs from the partial proof of a program before its error is found.
func (f *forger) ofUnsafe(t *testing.T, name string, task *verify.Task, cfg Config) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), f.limit)
	defer stop()
	w := New(cfg).Open(task, verify.NewBoard()).(*worker)
	defer w.Close()
	w.Work(ctx, verify.Budget{})
	if w.program == nil {
		return
	}
	g, _ := floydhoare.Graph(context.Background(), w.program, w.datas, 400)
	if g == nil {
		return
	}
	ev := g.Annotated()
	if w.meaning != nil {
		ev.Results, ev.Made = w.meaning.Names().Results, w.meaning.Names().Made
	}
	for i := range ev.Nodes { // claim that the graph is complete
		ev.Nodes[i].Open = false
	}
	for range f.each {
		forged, how := enginetest.Forge(f.r, ev)
		if proof, _ := f.judge(task, nil, forged); proof != nil {
			t.Errorf("%s:%s: confirmed, but there is an error", name, how)
			return
		}
	}
}
