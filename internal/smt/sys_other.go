//go:build !linux

package smt

import (
	"fmt"
	"os/exec"
	"runtime"
)

// command returns the command for a solver process, started by a shell that limits its memory to the given bytes. The
// limit is the same for all queries. On Windows there is no limit.
func command(path string, args []string, memory uint64) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.Command(path, args...)
	}
	script := fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$0" "$@"`, memory>>10)
	return exec.Command("sh", append([]string{"-c", script, path}, args...)...)
}

// killGroup kills a process.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

// limitMemory does nothing: the memory limit of a running process cannot be changed here.
func limitMemory(pid int, bytes uint64) {}
