package restrict_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cprint"
	tandem "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// many is the main function of the C programs: it runs the printed program, whose entry is program_main, once for each
// table of inputs on standard input.
const many = `
#undef main
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  char line[32];
  for (;;) {
    int in[2], status;
    long n;
    ssize_t k = 0;
    while (k < 31 && read(0, line + k, 1) == 1 && line[k] != '\n')
      k++;
    if (k == 0)
      return 0;
    line[k] = 0;
    n = atol(line);
    if (pipe(in))
      return 1;
    for (; n > 0; n--) {
      char c;
      if (read(0, &c, 1) != 1 || write(in[1], &c, 1) != 1)
        return 1;
    }
    close(in[1]);
    if (fork() == 0) {
      dup2(in[0], 0);
      close(in[0]);
      program_main();
    }
    close(in[0]);
    wait(&status);
    printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    fflush(0);
  }
}
`

// TestPrinted does the same as TestExact for parts that are printed as C programs and compiled. TANDEM_LONG=1: 1,000
// programs for each kind of scope, 20 inputs each.
func TestPrinted(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		benchtest.Missing(t, "no gcc here")
	}
	n, each := 2, 30
	if os.Getenv("TANDEM_LONG") != "" {
		n, each = 1000, 20
	}
	if *programs > 0 {
		n = *programs
	}
	count := make([]tally, len(restricttest.Kinds))
	for k := range uint64(n) {
		seed := *first + k
		p := restricttest.Program(seed + 5000)
		for i, s := range restricttest.Drawn(t, p, seed) {
			printed(t, p, s, each, &count[i])
			if t.Failed() {
				t.Fatalf("program %d, %s: %s", seed+5000, restricttest.Kinds[i], restrict.Text(p, s))
			}
		}
	}
	for i, c := range count {
		t.Logf("%-9s %d programs; %d runs kept, %d not", restricttest.Kinds[i], n, c.in, c.out)
	}
}

// printed compares the runs of p with the runs of its part for s, compiled from C.
func printed(t *testing.T, p *ir.Program, s restrict.Scope, each int, count *tally) {
	q, _, err := restrict.Apply(p, s)
	if err != nil {
		t.Fatal(err)
	}
	cond := s.Condition
	if cond == nil {
		cond = &restrict.Condition{}
	}
	whole, part := restricttest.NewRunner(t, p, cond), restricttest.NewRunner(t, q)
	var tables bytes.Buffer
	var want []string
	for k := range uint64(each) {
		in := restricttest.Inputs(p, tandem.Constants(p), k)
		tr := whole.Run(t, in)
		if !tr.Comparable() {
			continue
		}
		keep := restricttest.Kept(s, 0, tr)
		pt := part.Run(t, in)
		if why := restricttest.Wrong(keep, tr, pt); why != "" {
			t.Error(why)
			return
		}
		outcome := tr.Outcome
		if !keep {
			outcome = pt.Outcome // blocked, which Wrong requires
		}
		status, ok := cprint.Status(outcome)
		if !ok {
			continue
		}
		if keep {
			count.in++
		} else {
			count.out++
		}
		var table bytes.Buffer
		if err := cprint.WriteRecords(&table, pt.Reads); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&tables, "%d\n%s", table.Len(), table.Bytes())
		want = append(want, fmt.Sprintf("trace %d %016x status %d", pt.NumTrace, cprint.TraceHash(pt.Branches, pt.NumTrace),
			status))
	}
	var text bytes.Buffer
	if err := cprint.Program(&text, q, cprint.Options{Stdin: true, Trace: true, Fuel: restricttest.Fuel}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "t.c"), filepath.Join(dir, "t")
	if err := os.WriteFile(src, append([]byte("#define main program_main\n"), append(text.Bytes(), many...)...),
		0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-std=gnu11", "-w", "-m32", "-msse2", "-mfpmath=sse", "-ffp-contract=off", src,
		"-o", bin, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(bin)
	run.Stdin = &tables
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	last := ""
	for _, line := range strings.Split(string(out), "\n") {
		if f, ok := strings.CutPrefix(line, "tandem: trace "); ok {
			last = f
		}
		if strings.HasPrefix(line, "status ") {
			got = append(got, "trace "+last+" "+line)
			last = ""
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d runs of %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("run %d: %s, want %s", i, got[i], want[i])
			return
		}
	}
}
