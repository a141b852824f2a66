// Package absint computes abstract states of a program, or of a subset of its edges, in a numeric abstract domain:
// forward over all functions at once, and backward from errors. As formulas, the states are inductive invariants.
//
// # The idea
//
// The solver keeps states at cuts: loop heads, locations where branches meet, function entries and exits, sources of
// calls. It carries each state of a cut along all paths to the next cuts and joins it into the states there. A worklist
// in weak topological order (Bourdoncle, FMPA 1993) stabilises inner loops first. After a few growths a loop head
// widens, to constants of the program first. Two decreasing passes recover precision that widening lost, and a last
// pass ensures that the result is inductive.
//
//	d := absint.In("interval", interval.New(8), false) // package domains has a list
//	r := d.Forward(ctx, absint.Prepare(prog), absint.Config{})
//	all, _ := r.Invariants()
//	for _, i := range all { fmt.Println(i.Loc.ID, ir.ExprString(i.Expr)) }
//
// gives for "x = input; while (x > 5) x--;" (goldens in testdata)
//
//	L2: true
//	L4: x <= 5:u32
//
// # Meaning and solver
//
// The package has two halves. A Meaning (meaning.go) is the semantics of statements in a domain: the initial state, the
// transfer functions of statements and calls, order, join and widening of states, and the formulas of states. The
// solver (solver.go, descend.go, back.go, partition.go) iterates over edges and uses states by these operations only. A
// Program holds the tables that all analyses of one program share; Prepare makes it once.
//
// A Meaning consists of layers, each of which uses only the layers before it:
//
//	evaluator   evaluates expressions in a state: numbers, pointers, validity (expr.go, offset.go, valid.go)
//	lattice     orders, joins and projects states (state.go, contents.go, life.go, extent.go)
//	memory      loads and stores (memory.go, initial.go)
//	transfer    computes the state after a statement, a condition, a call (transfer.go, assume.go, ghosts.go)
//	backward    computes necessary preconditions (undo.go)
//	reader      answers questions about states; a writer makes formulas of them (write.go, sizes.go)
//	tracker     projects states on single registers and cells (track.go)
//
// Config.Edges restricts an analysis to the executions over a set of edges, for path programs and slices. Its cost
// depends on the size of the set, not of the program: one Meaning serves any number of sets.
//
//	m := d.Meaning(prep, absint.Config{})
//	r := m.Forward(ctx, absint.Config{Edges: edges})
//	for l, states := range r.States() { ... }
//
// # Domains
//
// A domain relates dimensions, which are numbers. The binding (bind.go) gives a dimension to each register and to each
// cell: a scalar of memory that the program uses at a constant offset. Any domain.Domain can be used.
//
// # Memory
//
// A state has a pointer value for each dimension that may hold an address: null, or offsets into some objects. An
// unknown pointer may hold any address that flow.Points finds for it. An object represents its youngest instance
// (recency abstraction, Balakrishnan and Reps, SAS 2006): when a Decl, an Alloc or an Input of a pointer makes a new
// instance, older pointers to the object become unknown. The contents of a new instance are unknown. A store to a
// single address is a strong update, any other store a weak one; see memory.go. States remember zero bytes for which
// there is no cell (globals, calloc, memset) as ranges, and a summary cell has the values that the elements of an array
// may have.
//
// Where the program asks whether an access is valid (ir.Valid), offsets and sizes decide the answer, since the objects
// of a known pointer are alive. After a check that has passed, the state is refined by its answer (valid.go). The size
// of an object is a dimension if it is not constant (extent.go). In domains that relate numbers the offset of a pointer
// is a dimension, too (offset.go): the analysis proves a[i] with i < n where a has n elements, and *p with p < a + n. A
// formula that equates p with the address of an object does not imply that the object is alive. If a statement may end
// the life of the object, the formula of a state has a further conjunct for this (write.go, liveness).
//
// With Config.Lives, states record which objects have no instance, and which objects a call may free (life.go). A
// function that is called for one object after another then keeps its facts about each of the objects.
//
// # Calls
//
// All calls of a function share one entry state and one exit state (per partition), like a contract. Inlining has
// removed most calls before. The state after a call keeps facts about registers of the caller, and about globals and
// memory that the callee does not write. With Config.Summaries, relational domains relate the exit state to the entry
// state (ghosts.go).
//
// # Partitions
//
// With Config.Parts the states of a cut are partitioned by the values of flags, or of all registers and cells
// (control.go, partition.go): the analysis ranges from plain intervals to nearly explicit states. If a dimension takes
// too many values, the solver no longer partitions by it.
//
// # Invariants
//
// The invariant of a cut is the disjunction of its partitions, each a conjunction of constraints on registers and
// memory (Load; Forall for summary cells and zero bytes) in the form that package check/inductive reads. The invariant
// of a cut that is not reached is false. The invariant of a location between cuts follows from its predecessor.
//
// # What is not modelled
//
// Relations between memory and registers, except for offsets and sizes; objects of functions that may be active twice;
// pointers that are stored as anything but an address or an integer of the same width. Executions in which the program
// guesses an address are not covered (as in package flow).
package absint
