package csrc

import (
	"runtime"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
)

// cc does not terminate on some faulty programs (for example, it searches for more elements of an array whose elements
// have no size), and a goroutine cannot be stopped from outside. So guarded runs cc in a separate goroutine, and waits
// as long and allows as much memory as a program of this size could need. Then it abandons the goroutine, which runs
// until the process ends. The bounds are far above the needs of programs (1 us and 200 bytes per byte). Time is the
// processor time of this process, so that other work on the machine does not count.
const (
	waitBase    = 5 * time.Second
	waitPerByte = 100 * time.Microsecond
	heapBase    = 1 << 30
	heapPerByte = 4 << 10
)

// guarded calls f. read returns the number of bytes that f has read so far. A panic of f becomes an error. ended is
// false if f was abandoned: it may still use its data.
func guarded[T any](file string, read func() int64, f func() (T, error)) (v T, ended bool, err error) {
	type result struct {
		v   T
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if recover() != nil {
				r.err = &Error{Msg: file + ": " + unsupported}
			}
			done <- r
		}()
		r.v, r.err = f()
	}()
	// Most calls end within a millisecond; the ticker is for the others.
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	var before, now runtime.MemStats
	start := clock.Process()
	for first := true; ; first = false {
		select {
		case r := <-done:
			return r.v, true, r.err
		case <-tick.C:
		}
		runtime.ReadMemStats(&now)
		if first {
			before = now
		}
		n := read()
		if clock.Process()-start > waitBase+time.Duration(n)*waitPerByte ||
			now.HeapAlloc > before.HeapAlloc && now.HeapAlloc-before.HeapAlloc > heapBase+uint64(n)*heapPerByte {
			return v, false, &Error{Msg: file + ": the C front end does not come to an end on this program"}
		}
	}
}
