package coop

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// replay simulates jobs on workers, and returns how long they take. Each worker takes the next job when it is idle. A
// job may begin after the job begin[i] has ended, -1: at once. (A half of a range begins when it is cut off, at a part
// of the time of the whole range.)
func replay(times []time.Duration, begin []int, workers int) (all time.Duration) {
	free := make([]time.Duration, workers)
	ends := make([]time.Duration, len(times))
	for i, d := range times {
		w := 0
		for k := range free {
			if free[k] < free[w] {
				w = k
			}
		}
		start := free[w]
		if begin[i] >= 0 {
			start = max(start, ends[begin[i]])
		}
		ends[i] = start + d
		free[w] = ends[i]
		all = max(all, ends[i])
	}
	return all
}

// TestReplay tests the simulation. If TANDEM_JOBS names a file, it logs the speedup of the jobs in it on 8 and on 64
// simulated workers. Each line of the file is a job: its seconds, and the number of the line whose job it follows (0:
// none).
func TestReplay(t *testing.T) {
	ones := slices.Repeat([]time.Duration{time.Second}, 64)
	none := slices.Repeat([]int{-1}, 64)
	for workers, want := range map[int]time.Duration{1: 64 * time.Second, 8: 8 * time.Second, 60: 2 * time.Second,
		64: time.Second, 100: time.Second} {
		if got := replay(ones, none, workers); got != want {
			t.Errorf("%d workers: %v, want %v", workers, got, want)
		}
	}
	if got := replay([]time.Duration{4, 1, 1, 2}, []int{-1, -1, 0, -1}, 2); got != 6 { // the third waits for the first
		t.Errorf("%d, want 6", got)
	}
	file := os.Getenv("TANDEM_JOBS")
	if file == "" {
		return
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var times []time.Duration
	var begin []int
	for s := bufio.NewScanner(f); s.Scan(); {
		words := append(strings.Fields(s.Text()), "0")
		seconds, err1 := strconv.ParseFloat(words[0], 64)
		after, err2 := strconv.Atoi(words[1])
		if err1 != nil || err2 != nil || after > len(times) {
			t.Fatalf("%s:%d: %q", file, len(times)+1, s.Text())
		}
		times, begin = append(times, time.Duration(seconds*float64(time.Second))), append(begin, after-1)
	}
	one := replay(times, begin, 1)
	for _, n := range []int{8, 64} {
		t.Logf("%d jobs, %v: %.1f times as fast on %d simulated workers", len(times), one,
			float64(one)/float64(replay(times, begin, n)), n)
	}
}
