package ranges_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ranges"
)

// TestTimes measures splitters on the development benchmarks. TANDEM_TABLE=FILE: a table, a row for each task and splitter; rows that it has
// already are not measured again. TANDEM_BENCH chooses tasks, TANDEM_EVERY=6 each sixth one, TANDEM_SPLIT=lb3,lb10 splitters.
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
		fmt.Fprintln(out, "task\tsplitter\tms\tdecisions\tinputs\tresult")
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
				row += "0\t0\t0\tnot read: " + oneLine(err)
			} else {
				s, perr := ranges.ParseSplit(name)
				if perr != nil {
					t.Fatal(perr)
				}
				began := time.Now()
				bs, serr := ranges.Split(context.Background(), task, s, 2)
				row += fmt.Sprintf("%.1f\t", float64(time.Since(began).Microseconds())/1000)
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
		var ms, lens []float64
		split, cut := 0, 0
		for _, r := range rows {
			f := strings.Split(r, "\t")
			if len(f) != 6 || f[1] != name || strings.HasPrefix(f[5], "not read") {
				continue
			}
			var m, n float64
			_, _ = fmt.Sscan(f[2], &m)
			_, _ = fmt.Sscan(f[3], &n)
			ms = append(ms, m)
			if !strings.HasPrefix(f[5], "none") {
				split++
				lens = append(lens, n)
			}
			if strings.HasPrefix(f[5], "prefix") {
				cut++
			}
		}
		t.Logf("%s: %d tasks, %d split, %d of these at a prefix; ms: median %.1f, 75 %% %.1f, 99 %% %.1f, most %.1f; decisions: median %.0f, most %.0f",
			name, len(ms), split, cut, quantile(ms, 0.5), quantile(ms, 0.75), quantile(ms, 0.99), quantile(ms, 1), quantile(lens, 0.5), quantile(lens, 1))
	}
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
