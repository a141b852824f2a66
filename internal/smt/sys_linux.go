package smt

import (
	"os/exec"
	"syscall"
	"unsafe"
)

// command makes the process a group of its own, so that what it starts is
// killed with it, and has the kernel kill it if we die: a busy solver would not
// see that its input has ended.
func command(path string, args []string, memory uint64) *exec.Cmd {
	cmd := exec.Command(path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return cmd
}

func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Process.Kill()
}

// reserve is address space that a solver maps and does not use (libraries,
// stacks and heaps of its threads).
const reserve = 192 << 20

// limitMemory bounds the address space of a running process: only its soft
// limit, so that another query may have more.
func limitMemory(pid int, bytes uint64) {
	const rlimitAS = 9
	var old syscall.Rlimit
	if prlimit(pid, rlimitAS, nil, &old) != 0 {
		return
	}
	old.Cur = min(bytes+reserve, old.Max)
	prlimit(pid, rlimitAS, &old, nil)
}

func prlimit(pid, resource int, set, get *syscall.Rlimit) syscall.Errno {
	_, _, e := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(resource),
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(get)), 0, 0)
	return e
}
