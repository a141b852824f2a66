// Package scratch makes temporary folders for compilers and for the programs that they build, and
// ends these programs. No file is left, however this process ends.
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

// Dir is a folder that is removed by Close.
type Dir struct {
	Path   string
	Ctx    context.Context // ends with the one given, and in Clean
	cancel context.CancelFunc
}

var open struct {
	sync.Mutex
	dirs map[*Dir]bool
	over bool // no more are made
	none chan struct{}
}

// ErrOver says that the process is about to end.
var ErrOver = errors.New("interrupted")

// New makes a folder.
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

// Command is a program whose temporary files are in the folder. At the end of the context it is killed with all
// that it started.
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
	for range 3 { // what was killed may have written a file meanwhile
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

// Clean ends what runs in folders and waits, but not for long, until they are closed.
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
