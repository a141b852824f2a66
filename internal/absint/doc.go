// Package absint computes what holds at each location of a program: a forward
// fixpoint of abstract states over the control-flow automata.
//
// # The idea
//
// A state maps registers to abstract values and memory to abstract cells. States
// flow along edges (transfer), meet at locations (join), and grow at loop heads
// until they are stable (widening, with the program's constants as thresholds);
// then they shrink again (decreasing iterations). Locations are visited in a weak
// topological order (Bourdoncle, FMPA 1993: package graph).
//
//	for (i = 0; i < 10; i++) a[i] = i;
//	                                   head:  i in [0,10]
//	                                   after: i in [10,10], elements of a in [0,9]
//
// # Where things are
//
//	analysis.go, queue.go   the fixpoint, calls and contexts
//	descend.go              decreasing iterations
//	state.go, bind.go       states; registers and cells bound to dimensions
//	transfer.go, expr.go    statements and expressions onto a domain
//	memory.go, contents.go  cells, summaries of arrays, what a store may touch
//	pointer.go              pointers: null, offsets in objects, unknown
//	partition.go            states kept apart by the values of a few registers
//	result.go               the invariants as ir expressions, for package check
//
// # Another domain
//
// Numeric domains (package domain) know dimensions, not registers; bind.go is
// the only place that relates the two: it adds, removes and renames dimensions.
// A domain that offers the interfaces of package domain is bound there, beside
// the intervals of package domain/interval.
//
// # Not modelled
//
// Relations between registers (until a relational domain is bound), contents of
// memory reached by unknown pointers (any value), strings. Whatever is not
// known is top: everything that the front end accepts is covered.
package absint
