package exec

import "syscall"

const noReserve = syscall.MAP_NORESERVE
