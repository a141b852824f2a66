package smt

import (
	"os/exec"
	"syscall"
	"unsafe"
)

// command returns the command for a solver process. The process gets its own process group, so that its children are
// killed together with it. The kernel kills it if this process dies, since a busy solver would not notice the end of
// its input.
func command(path string, args []string, memory uint64) *exec.Cmd {
	cmd := exec.Command(path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return cmd
}

// killGroup kills a process and its children.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Process.Kill()
}

// reserve is address space that a solver maps and does not use (libraries, stacks and heaps of its threads), in bytes.
const reserve = 192 << 20

// limitMemory bounds the address space of a running process, in bytes. It changes the soft limit only, so that a later
// query may have more.
func limitMemory(pid int, bytes uint64) {
	const rlimitAS = 9
	var old syscall.Rlimit
	if prlimit(pid, rlimitAS, nil, &old) != 0 {
		return
	}
	old.Cur = min(bytes+reserve, old.Max)
	prlimit(pid, rlimitAS, &old, nil)
}

// prlimit is the system call of this name.
func prlimit(pid, resource int, set, get *syscall.Rlimit) syscall.Errno {
	_, _, e := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(resource),
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(get)), 0, 0)
	return e
}
