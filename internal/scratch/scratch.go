// Package scratch makes temporary folders for compilers and for the programs that they build, and ends these programs.
// It removes all folders, however this process ends.
//
//	d, err := scratch.New(ctx, "name-")
//	defer d.Close()
//	cmd := d.Command("gcc", ...) // ends with the context; its own temporary files are in the folder, too
//
// A process that ends by os.Exit has to call Clean first.
package scratch

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// Dir is a temporary folder, which Close removes.
type Dir struct {
	Path   string
	Ctx    context.Context // ends with the context that New got, or when Clean is called
	cancel context.CancelFunc
}

// open has the folders that are not closed yet.
var open struct {
	sync.Mutex
	dirs map[*Dir]bool
	over bool          // Clean was called: New returns ErrOver
	none chan struct{} // closed when dirs becomes empty; nil: Clean does not wait
}

// ErrOver is returned by New after Clean.
var ErrOver = errors.New("interrupted")

// New makes a folder whose name begins with prefix.
func New(ctx context.Context, prefix string) (*Dir, error) {
	open.Lock()
	defer open.Unlock()
	if open.over {
		return nil, ErrOver
	}
	path, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, err
	}
	d := &Dir{Path: path}
	d.Ctx, d.cancel = context.WithCancel(ctx)
	if open.dirs == nil {
		open.dirs = map[*Dir]bool{}
	}
	open.dirs[d] = true
	return d, nil
}

// Command returns a command whose temporary files are in the folder. At the end of the context, it is killed with all
// its descendants.
func (d *Dir) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "TMPDIR="+d.Path)
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// Close removes the folder.
func (d *Dir) Close() {
	d.cancel()
	for range 3 { // a killed process may still have written a file
		if os.RemoveAll(d.Path) == nil {
			break
		}
	}
	open.Lock()
	defer open.Unlock()
	delete(open.dirs, d)
	if len(open.dirs) == 0 && open.none != nil {
		close(open.none)
		open.none = nil
	}
}

// Clean ends the programs that run in folders, and waits up to a second until the folders are closed. After that it
// removes them itself.
func Clean() {
	open.Lock()
	open.over = true
	none := open.none
	if none == nil && len(open.dirs) > 0 {
		none = make(chan struct{})
		open.none = none
	}
	var left []string
	for d := range open.dirs {
		d.cancel()
		left = append(left, d.Path)
	}
	open.Unlock()
	if none == nil {
		return
	}
	select {
	case <-none:
	case <-time.After(time.Second):
		for _, path := range left {
			os.RemoveAll(path)
		}
	}
}
