//go:build unix && !linux

package exec

const noReserve = 0
