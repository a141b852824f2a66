package main

import (
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// TestFamily tests that children of this process and their children are in the family until they end.
func TestFamily(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip(err)
	}
	var f family
	before := f.descendants()
	grown := f.memory()
	const size = 64 << 20
	c := exec.Command("sh", "-c",
		`awk 'BEGIN { s = "0123456789abcdef"; while (length(s) < 67108864) s = s s; print "there"; fflush(); while ((getline line) > 0); }'; true`)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(f.descendants(), c.Process.Pid) || len(f.descendants()) < len(before)+1 {
		t.Errorf("%v before, %v with process %d", before, f.descendants(), c.Process.Pid)
	}
	if more := f.memory() - grown; more < size {
		t.Errorf("%d bytes more, want %d", more, size)
	}
	in.Close()
	_ = c.Process.Kill()
	_ = c.Wait()
	for range 100 { // awk belongs to another process now, or has ended
		if !slices.Contains(f.descendants(), c.Process.Pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is gone, and still counts", c.Process.Pid)
}
