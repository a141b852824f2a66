// Package obs records reports of the other packages about their work: log lines, counters, timers, progress and
// numbered dumps. It does not decide where they are printed: the command gives a Log a slog.Handler and a directory.
//
// A nil *Log records nothing and costs next to nothing, so callers need no check:
//
//	log.Count("random.runs", 1000)
//	defer log.Timer("intervals")()
//	log.Progress("random", "%d runs", n)
//
// There are no globals: the Log comes with the task.
package obs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sort"
	"sync"
	"time"
)

// Event is a report of progress.
type Event struct {
	Time  time.Time
	Phase string // engine or pass
	Text  string
}

// Log receives the reports. It is safe for concurrent use.
type Log struct {
	Handler slog.Handler // nil: no log lines
	Watch   func(Event)  // called for each progress report, one at a time; may be nil
	DumpDir string       // the folder for dumps; "": write none

	mu       sync.Mutex
	counters map[string]int64         // protected by mu
	timers   map[string]time.Duration // protected by mu
	dumps    int                      // protected by mu
	steps    []Step                   // protected by mu
	stepped  time.Duration            // processor time at the last step; protected by mu
}

// Count adds n to a counter.
func (l *Log) Count(name string, n int64) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counters == nil {
		l.counters = map[string]int64{}
	}
	l.counters[name] += n
}

// Timer starts a measurement. The function that it returns adds the time since then to the timer.
func (l *Log) Timer(name string) func() {
	if l == nil {
		return func() {}
	}
	start := time.Now()
	return func() {
		d := time.Since(start)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.timers == nil {
			l.timers = map[string]time.Duration{}
		}
		l.timers[name] += d
	}
}

// Progress reports the current work of a phase.
func (l *Log) Progress(phase, format string, args ...any) {
	if l == nil || l.Watch == nil {
		return
	}
	e := Event{time.Now(), phase, fmt.Sprintf(format, args...)}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Watch(e)
}

// Debug, Info and Warn write a log line with key-value pairs as in slog.
func (l *Log) Debug(msg string, kv ...any) { l.line(slog.LevelDebug, msg, kv) }

// Info writes a log line, as Debug does.
func (l *Log) Info(msg string, kv ...any) { l.line(slog.LevelInfo, msg, kv) }

// Warn writes a log line, as Debug does.
func (l *Log) Warn(msg string, kv ...any) { l.line(slog.LevelWarn, msg, kv) }

// line writes a log line if the handler is enabled for the level.
func (l *Log) line(level slog.Level, msg string, kv []any) {
	if l == nil || l.Handler == nil || !l.Handler.Enabled(context.Background(), level) {
		return
	}
	slog.New(l.Handler).Log(context.Background(), level, msg, kv...)
}

// Dump writes a numbered file ("003-intervals.txt") into DumpDir and returns its path, or "" if dumps are off. The
// numbers order the dumps of a run.
func (l *Log) Dump(name string, text []byte) (string, error) {
	f, err := l.Create(name)
	if f == nil || err != nil {
		return "", err
	}
	_, err = f.Write(text)
	return f.Name(), errors.Join(err, f.Close())
}

// Create is like Dump, but returns the open file; nil if dumps are off.
func (l *Log) Create(name string) (*os.File, error) {
	if l == nil || l.DumpDir == "" {
		return nil, nil
	}
	l.mu.Lock()
	n := l.dumps
	l.dumps++
	l.mu.Unlock()
	if err := os.MkdirAll(l.DumpDir, 0o755); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(l.DumpDir, fmt.Sprintf("%03d-%s", n, filepath.Base(name))))
}

// Stat is one counter or timer.
type Stat struct {
	Name  string
	Count int64
	Time  time.Duration // for timers
}

// Stats returns the counters and timers, sorted by name.
func (l *Log) Stats() []Stat {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []Stat
	for n, c := range l.counters {
		out = append(out, Stat{Name: n, Count: c})
	}
	for n, d := range l.timers {
		out = append(out, Stat{Name: n, Time: d})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}
