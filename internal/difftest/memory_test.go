package difftest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// This file compares verdicts about random memory programs with gcc's sanitizers on all inputs. A program that Tandem
// calls true must not fail for any input. One that it calls false must fail for an input, with the kind of the verdict
// as its first error.

// memTruth has the kinds of the first errors of all inputs.
type memTruth map[string]bool

// memInputs has the kind of the first error for each input that fails, as "[3 1]".
type memInputs map[string]string

// memNames matches the names that every program defines.
var memNames = regexp.MustCompile(`\b(get|put|table|planted\d+)\b`)

// memTruths compiles the programs together and runs each on all its inputs.
func memTruths(ctx context.Context, dir string, list []memProgram) ([]memTruth, []memInputs, error) {
	var b bytes.Buffer
	b.WriteString("#include <assert.h>\n#include <limits.h>\n" + memTypes + memOracle +
		"unsigned char __VERIFIER_nondet_uchar(void);\nvoid __VERIFIER_assume(int);\n")
	for i, p := range list {
		own := func(s string) string { return memNames.ReplaceAllString(s, fmt.Sprintf("${1}_%d", i)) }
		fmt.Fprintf(&b, "%sstatic int main%d(void) {\n%s}\n", own(p.decls), i, own(p.body))
	}
	b.WriteString("static int (*const mains[])(void) = {")
	for i := range list {
		fmt.Fprintf(&b, "main%d, ", i)
	}
	b.WriteString("};\nint main(void) { return mains[atoi(getenv(\"MEMORY_PROGRAM\"))](); }\n")
	file := filepath.Join(dir, "programs.c")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		return nil, nil, err
	}
	bin, err := sanitize(ctx, dir, file)
	if err != nil {
		return nil, nil, err
	}
	truths, inputs := make([]memTruth, len(list)), make([]memInputs, len(list))
	for i, p := range list {
		cmd := osexec.CommandContext(ctx, bin, "each", "100000")
		for v := range 1 << p.bits {
			cmd.Args = append(cmd.Args, fmt.Sprint(v))
		}
		cmd.Env = append(os.Environ(), fmt.Sprint("MEMORY_PROGRAM=", i), "UBSAN_OPTIONS=symbolize=0",
			"LSAN_OPTIONS=exitcode=23",
			"ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0:print_legend=0:symbolize=0:redzone=128:handle_abort=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, nil, err
		}
		endings, _, complete, err := readEndings(string(out), "programs.c")
		if err != nil || !complete {
			return nil, nil, fmt.Errorf("program %d: %v, complete: %v", i, err, complete)
		}
		truths[i], inputs[i] = memTruth{}, memInputs{}
		for _, e := range endings {
			if e.kind == "" {
				return nil, nil, fmt.Errorf("program %d fails in an unknown way: %.600s\n%s", i, e.text, p.text())
			}
			truths[i][e.kind] = true
			inputs[i][fmt.Sprint(e.inputs)] = e.kind
		}
	}
	return truths, inputs, nil
}

// memChecks are sets of checks. A program is verified with the first set, and by chance with another one.
var memChecks = []struct {
	option string
	kinds  []string
}{
	{"all", nil},
	{"memory", []string{"valid-deref", "valid-free"}},
	{"overflow", []string{"no-overflow"}},
	{"division", []string{"valid-division"}},
	{"shift", []string{"valid-shift"}},
	{"cleanup", []string{"valid-memcleanup"}},
}

// contradicted returns why a verdict is wrong; "" if it is not.
func (m memTruth) contradicted(kinds []string, verdict, line string) string {
	within := func(k string) bool { return kinds == nil || k == "assertion" || slices.Contains(kinds, k) }
	switch verdict {
	case "true":
		for k := range m {
			if within(k) {
				return "an input shows " + k
			}
		}
	case "false":
		kind := falseKind(line)
		switch {
		case !within(kind):
			return "it was not asked about " + kind
		case m[kind]:
		case kinds != nil && len(m) > 0: // the violation may come after another error
		default:
			return "no input shows " + kind
		}
	case "none":
		return "no verdict"
	}
	return ""
}

// falseKind returns the kind of a RESULT line.
func falseKind(line string) string {
	_, rest, _ := strings.Cut(line, "false(")
	kind, _, _ := strings.Cut(rest, ")")
	switch kind {
	case "unreach-call":
		return "assertion"
	case "valid-memtrack":
		return "valid-memcleanup"
	}
	return kind
}

var memInput = regexp.MustCompile(`(?m)^  __VERIFIER_nondet_uchar\(\)\S* += (\d+) +at \S+:(\d+):\d+`)

// shown returns the inputs of a counterexample in the output of tandem. The output has a line for each input, which may
// be missing if the input is 0.
func (p memProgram) shown(out string) string {
	var lines, values []string
	for i, l := range strings.Split(p.text(), "\n") {
		if strings.HasPrefix(l, "  int ") && strings.Contains(l, "__VERIFIER_nondet_uchar();") {
			lines, values = append(lines, fmt.Sprint(i+1)), append(values, "0")
		}
	}
	for _, m := range memInput.FindAllStringSubmatch(out, -1) {
		if i := slices.Index(lines, m[2]); i >= 0 {
			values[i] = m[1]
		}
	}
	return fmt.Sprint(values)
}

// TestMemory compares verdicts about random memory programs with sanitizers.
func TestMemory(t *testing.T) {
	needGCC(t)
	n, seed := 20, int64(1)
	long := os.Getenv("TANDEM_LONG") != ""
	if long {
		n = 2000
	}
	if s := os.Getenv("TANDEM_MEMORY"); s != "" {
		fmt.Sscan(s, &n)
	}
	if s := os.Getenv("TANDEM_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	limit := "2s"
	if s := os.Getenv("TANDEM_LIMIT"); s != "" {
		limit = s
	} else if long {
		limit = "10s"
	}
	tandem := os.Getenv("TANDEM_BIN")
	if tandem == "" {
		tandem = built(t)
	}
	rng := rand.New(rand.NewSource(seed))
	const batch = 20
	var mu sync.Mutex
	count := map[string]int{}
	reasons := map[string]int{}
	faulty, decided, all := 0, 0, 0
	for at := 0; at < n; at += batch {
		var list []memProgram
		for range min(batch, n-at) {
			list = append(list, randomMemory(rng))
		}
		truths, inputs, err := memTruths(t.Context(), t.TempDir(), list)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		sem := make(chan bool, 2)
		dir := t.TempDir()
		for i, p := range list {
			wg.Add(1)
			sem <- true
			other := 1 + rng.Intn(len(memChecks)-1)
			go func() {
				defer func() { <-sem; wg.Done() }()
				file := filepath.Join(dir, fmt.Sprintf("m%d.c", at+i))
				if err := os.WriteFile(file, []byte(p.text()), 0o666); err != nil {
					t.Error(err)
					return
				}
				for k, c := range memChecks {
					if k != 0 && (k != other || (at+i)%4 != 0) {
						continue
					}
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					verdict, line, out := familyProgram{file: file, options: []string{"--confirm=off", "--missing-bodies=input",
						"--check", c.option}, limit: limit}.ask(ctx, tandem)
					cancel()
					mu.Lock()
					if k == 0 {
						all++
						if len(truths[i]) > 0 {
							faulty++
						}
						if verdict == "true" || verdict == "false" {
							decided++
						}
						count[fmt.Sprintf("%v is %s", len(truths[i]) == 0, verdict)]++
						if verdict == "unknown" {
							reasons[memReason(line)]++
							if d := os.Getenv("TANDEM_KEEP"); d != "" {
								os.WriteFile(filepath.Join(d, fmt.Sprintf("m%d.c", at+i)), []byte("// "+line+"\n"+p.text()), 0o666)
							}
						}
					}
					why := truths[i].contradicted(c.kinds, verdict, line)
					if shown := p.shown(out); why == "" && k == 0 && verdict == "false" && inputs[i][shown] != falseKind(line) {
						why = fmt.Sprintf("the inputs %v show %q", shown, inputs[i][shown])
					}
					if why != "" {
						t.Errorf("program %d of seed %d, --check %s: %s; it is %.300s, and fails with %v\n%s", at+i, seed, c.option, why,
							line,
							slices.Sorted(maps.Keys(truths[i])), p.text())
					}
					mu.Unlock()
				}
			}()
		}
		wg.Wait()
	}
	t.Logf("%d programs, %d with a fault, %d decided: %v; unknown: %v", all, faulty, decided, count, reasons)
	if long && decided < all*8/10 {
		t.Errorf("%d of %d decided, not 80 %%", decided, all)
	}
}

// memReason returns the reason of a verdict unknown without details, so that equal reasons can be counted.
func memReason(line string) string {
	_, rest, _ := strings.Cut(line, "unknown (")
	if i := strings.Index(rest, "proof not confirmed"); i >= 0 {
		rest = rest[i:]
		if j := strings.LastIndex(rest, "cannot be shown ("); j >= 0 {
			return "proof not confirmed: " + strings.Trim(rest[j+len("cannot be shown ("):], ")")
		}
		if j := strings.LastIndex(rest, ": "); j >= 0 {
			return "proof not confirmed: " + strings.Trim(rest[j+2:], ")")
		}
	}
	rest, _, _ = strings.Cut(rest, ";")
	return strings.Trim(rest, ")")
}
