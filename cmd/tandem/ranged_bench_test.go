package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/report"
)

// verified runs tandem verify in a process, and returns its report and its wall time.
func verified(b *testing.B, args ...string) (rep report.Report, took time.Duration) {
	began := time.Now()
	out, err := exec.Command("tandem", append([]string{"verify", "--json", "--quiet"}, args...)...).Output()
	took = time.Since(began)
	if jsonErr := json.Unmarshal(out, &rep); jsonErr != nil {
		b.Fatalf("%v: %v, %v", args, err, jsonErr)
	}
	return rep, took
}

// atEvery returns the number in an environment variable, or preset if the variable is not set.
func atEvery(b *testing.B, name string, preset int) int {
	text := os.Getenv(name)
	if text == "" {
		return preset
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		b.Fatalf("%s=%s", name, text)
	}
	return n
}

// BenchmarkRangedFast compares ranged jobs with the better of their analyses alone, on tasks that one of these analyses
// decides in a second. It reports the ratio (median and 90th percentile), the share of tasks within 1.2 times + 60 ms
// (wanted: all), and the tasks that the ranged job does not decide. It takes every TANDEM_EVERY-th task of the
// benchmarks (20), and the median of TANDEM_TIMES runs (3). Run it with -benchtime 1x on an idle machine.
func BenchmarkRangedFast(b *testing.B) {
	every, times := atEvery(b, "TANDEM_EVERY", 20), atEvery(b, "TANDEM_TIMES", 3)
	pairs := [][2]string{{"bmc", "cpa:predicate"}, {"cpa:symbolic", "cpa:predicate"}}
	var tasks []benchtest.Task
	for i, t := range benchtest.Tasks(b, "") {
		if i%every == 0 {
			tasks = append(tasks, t)
		}
	}
	for _, pair := range pairs {
		text := fmt.Sprintf("ranged(%s, %s)", strings.TrimPrefix(pair[0], "cpa:"), strings.TrimPrefix(pair[1], "cpa:"))
		b.Run(text, func(b *testing.B) {
			var ratios []float64
			within, lost := 0, 0
			for b.Loop() {
				for _, t := range tasks {
					file := strings.TrimSuffix(t.File, filepath.Ext(t.File)) + ".yml"
					took := map[string][]time.Duration{}
					for range times {
						for _, args := range [][]string{{"--engine", pair[0]}, {"--engine", pair[1]}, {"--strategy", text}} {
							rep, d := verified(b, append(args, "-t", "10s", file)...)
							if rep.Verdict == "unknown" {
								d = time.Hour
							}
							took[args[1]] = append(took[args[1]], d)
						}
					}
					of := func(name string) time.Duration { return slices.Sorted(slices.Values(took[name]))[times/2] }
					alone, together := min(of(pair[0]), of(pair[1])), of(text)
					if alone > time.Second {
						continue
					}
					if together == time.Hour {
						lost++
						b.Logf("%s: lost, alone %v", t.ID, alone.Round(time.Millisecond))
						continue
					}
					ratios = append(ratios, float64(together)/float64(alone))
					if together <= alone*12/10+60*time.Millisecond {
						within++
					} else {
						b.Logf("%s: %v, alone %v", t.ID, together.Round(time.Millisecond), alone.Round(time.Millisecond))
					}
				}
			}
			if len(ratios) == 0 {
				b.Skip("no such task is decided in a second")
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "x-median")
			b.ReportMetric(ratios[len(ratios)*9/10], "x-90%")
			b.ReportMetric(100*float64(within)/float64(len(ratios)+lost), "%within")
			b.ReportMetric(float64(len(ratios)+lost), "tasks")
			b.ReportMetric(float64(lost), "lost")
		})
	}
}

// BenchmarkRangedMemory compares two workers with one, on the programs of many paths: the maximal memory of the process
// and its solvers (wanted: at most 2.2 times). Run it with -benchtime 1x.
func BenchmarkRangedMemory(b *testing.B) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "paths", "*.c"))
	if err != nil || len(files) == 0 {
		b.Fatal("no programs", err)
	}
	for _, file := range files {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(b *testing.B) {
			var one, two float64
			for b.Loop() {
				for workers, sum := range map[int]*float64{1: &one, 2: &two} {
					rep, _ := verified(b, "--strategy", fmt.Sprintf("ranged(symbolic, symbolic; split=balanced, parts=2, workers=%d)",
						workers), "-t", "10s", file)
					*sum = max(*sum, float64(rep.Memory)/(1<<20))
				}
			}
			b.ReportMetric(one, "MB-one")
			b.ReportMetric(two, "MB-two")
			b.ReportMetric(two/one, "x")
		})
	}
}
