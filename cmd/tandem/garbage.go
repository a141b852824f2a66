package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// The target of the garbage collector: the garbage in percent of the live memory at which it runs. Terms and states are
// many and live long, and with the default of Go the collector took half of the time on some programs. Small processes
// therefore have a high percentage. Processes with much live memory have a lower one, so that they fit into memory.
// With --memlimit the collector runs more often.
const (
	garbage      = 250
	leastGarbage = 30
	// roomForGarbage is the garbage in bytes that a large process may hold in addition to a quarter of its live memory.
	roomForGarbage = 500 << 20
)

// paceGarbage adapts the percentage to the live memory while the process runs. It does nothing if GOGC is set.
func paceGarbage() {
	if os.Getenv("GOGC") != "" {
		return
	}
	set := garbage
	debug.SetGCPercent(set)
	go func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		for range time.Tick(20 * time.Millisecond) {
			metrics.Read(live)
			if p := garbageFor(live[0].Value.Uint64()); p > set+set/8 || p < set-set/8 {
				set = p
				debug.SetGCPercent(set)
			}
		}
	}()
}

// garbageFor returns the percentage for a process whose live memory has the given size in bytes.
func garbageFor(live uint64) int {
	if live == 0 {
		return garbage
	}
	return int(max(leastGarbage, min(garbage, (roomForGarbage+live/4)*100/live)))
}
