package scratch

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestClean tests that Clean kills programs and their children and removes their files, and that New fails afterwards.
func TestClean(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	d, err := New(t.Context(), "x-")
	if err != nil {
		t.Fatal(err)
	}
	started := filepath.Join(d.Path, "started")
	ended := make(chan error)
	go func() {
		defer d.Close()
		ended <- d.Command(d.Ctx, "/bin/sh", "-c", `(echo > "$TMPDIR/started"; sleep 60; echo) & wait`).Run()
	}()
	for {
		if _, err := os.Stat(started); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	go Clean()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the program was not killed")
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the program is not killed")
	}
	Clean()
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if _, err := New(t.Context(), "x-"); !errors.Is(err, ErrOver) {
		t.Errorf("a folder at the end: %v", err)
	}
}
