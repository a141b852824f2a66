//go:build unix

package ranges_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ranges"
)

// TestTimes measures splitters on the development benchmarks. With TANDEM_TABLE=FILE, it writes a table with a row for
// each task and splitter; it does not repeat rows that the table already has. TANDEM_BENCH selects tasks. With
// TANDEM_EVERY=6 it takes each sixth task, and with TANDEM_SPLIT=lb3,lb10 these splitters only.
func TestTimes(t *testing.T) {
	file := os.Getenv("TANDEM_TABLE")
	if file == "" {
		t.Skip("TANDEM_TABLE names no table")
	}
	every := 1
	if s := os.Getenv("TANDEM_EVERY"); s != "" {
		if _, err := fmt.Sscan(s, &every); err != nil || every < 1 {
			t.Fatalf("TANDEM_EVERY=%s", s)
		}
	}
	names := []string{"lb3", "lb10"}
	if s := os.Getenv("TANDEM_SPLIT"); s != "" {
		names = strings.Split(s, ",")
	}
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if len(old) == 0 {
		fmt.Fprintln(out, "task\tsplitter\tms\tcpu ms\tdecisions\tinputs\tresult")
	}
	rows := strings.Split(strings.TrimSpace(string(old)), "\n")
	done := map[string]bool{}
	for _, r := range rows {
		f := strings.Split(r, "\t")
		done[f[0]+"\t"+f[min(1, len(f)-1)]] = true
	}
	for i, bt := range benchtest.Tasks(t, os.Getenv("TANDEM_BENCH")) {
		left := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return done[bt.ID+"\t"+n] })
		if i%every != 0 || len(left) == 0 {
			continue
		}
		task, _, err := enginetest.Load(bt)
		for _, name := range left {
			row := fmt.Sprintf("%s\t%s\t", bt.ID, name)
			if err != nil {
				row += "0\t0\t0\t0\tnot read: " + oneLine(err)
			} else {
				s, perr := ranges.ParseSplit(name)
				if perr != nil {
					t.Fatal(perr)
				}
				began, before := time.Now(), cpu(t)
				bs, serr := ranges.Split(context.Background(), task, s, 2)
				row += fmt.Sprintf("%.1f\t%.1f\t", ms(time.Since(began)), ms(cpu(t)-before))
				switch {
				case serr != nil:
					row += "0\t0\tnone: " + oneLine(serr)
				case bs[0].Cut != "":
					row += fmt.Sprintf("%d\t%d\tprefix: %s", len(bs[0].Path), len(bs[0].Test.Records), bs[0].Cut)
				default:
					row += fmt.Sprintf("%d\t%d\tpath", len(bs[0].Path), len(bs[0].Test.Records))
				}
			}
			fmt.Fprintln(out, row)
			rows = append(rows, row)
		}
	}
	for _, name := range names {
		var wall, work, lens []float64
		split, cut := 0, 0
		for _, r := range rows {
			f := strings.Split(r, "\t")
			if len(f) != 7 || f[1] != name || strings.HasPrefix(f[6], "not read") {
				continue
			}
			var x [3]float64
			for i := range x {
				_, _ = fmt.Sscan(f[2+i], &x[i])
			}
			wall, work = append(wall, x[0]), append(work, x[1])
			if !strings.HasPrefix(f[6], "none") {
				split++
				lens = append(lens, x[2])
			}
			if strings.HasPrefix(f[6], "prefix") {
				cut++
			}
		}
		t.Logf("%s: %d tasks, %d split, %d of these at a prefix; decisions: %s", name, len(wall), split, cut, quartiles(lens))
		t.Logf("%s: wall ms: %s; CPU ms: %s", name, quartiles(wall), quartiles(work))
	}
}

func quartiles(xs []float64) string {
	return fmt.Sprintf("median %.0f, 75 %% %.0f, 99 %% %.0f, most %.0f", quantile(xs, 0.5), quantile(xs, 0.75),
		quantile(xs, 0.99), quantile(xs, 1))
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// cpu returns the CPU time of this process and of the solvers that have ended.
func cpu(t *testing.T) (all time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			t.Fatal(err)
		}
		all += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return all
}

func oneLine(err error) string {
	return strings.ReplaceAll(strings.ReplaceAll(err.Error(), "\n", "; "), "\t", " ")
}

func quantile(xs []float64, q float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	slices.Sort(xs)
	return xs[min(len(xs)-1, int(q*float64(len(xs))))]
}
