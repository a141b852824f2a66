package obs

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestNil checks that a nil Log accepts all calls.
func TestNil(t *testing.T) {
	var l *Log
	l.Count("a", 1)
	l.Timer("b")()
	l.Progress("c", "%d", 1)
	l.Warn("d")
	if p, err := l.Dump("e", nil); p != "" || err != nil || l.Stats() != nil {
		t.Error(p, err)
	}
}

func TestLog(t *testing.T) {
	var text bytes.Buffer
	var events []Event
	dir := t.TempDir()
	l := &Log{Handler: slog.NewTextHandler(&text, nil), Watch: func(e Event) { events = append(events, e) }, DumpDir: dir}
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.Count("runs", 2)
			l.Progress("phase", "%d done", 7)
			l.Timer("phase")()
		}()
	}
	wg.Wait()
	l.Debug("too low")
	l.Warn("loud", "why", "test")
	for range 2 {
		if _, err := l.Dump("../x.txt", []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if s := l.Stats(); len(s) != 2 || s[0].Name != "phase" || s[1].Name != "runs" || s[1].Count != 20 {
		t.Errorf("%+v", s)
	}
	if len(events) != 10 || events[0].Text != "7 done" || events[0].Phase != "phase" {
		t.Errorf("%+v", events)
	}
	if !strings.Contains(text.String(), "msg=loud why=test") || strings.Contains(text.String(), "too low") {
		t.Error(text.String())
	}
	for _, f := range []string{"000-x.txt", "001-x.txt"} {
		if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
			t.Error(err)
		}
	}
}
