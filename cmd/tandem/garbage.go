package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// How much garbage there may be before it is collected, in percent of what is alive. Terms and states are many and live
// long, and the collector took half of the time on some programs: much, in small processes. Of large programs, of which
// much is alive, it is less, so that they fit into memory. --memlimit makes the collector more eager again.
const (
	garbage      = 250
	leastGarbage = 30
	// roomForGarbage is the garbage, in bytes, that a large process may hold in addition to a quarter of what is alive.
	roomForGarbage = 500 << 20
)

// paceGarbage sets the percentage as what is alive grows; GOGC in the environment decides where it is set.
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

// garbageFor is the percentage where so many bytes are alive.
func garbageFor(live uint64) int {
	if live == 0 {
		return garbage
	}
	return int(max(leastGarbage, min(garbage, (roomForGarbage+live/4)*100/live)))
}
