// Package absint computes states of a program, or of some of its edges, in a numeric
// abstract domain: forward over all functions at once, and backward from errors. Written
// down, the states are inductive invariants.
//
// # The idea
//
// States are kept at cuts: loop heads, locations where branches meet, function
// entries and exits, places of calls. A state of a cut is carried along all paths to
// the next cuts; what arrives is joined there. A worklist in weak topological
// order (Bourdoncle, FMPA 1993) settles inner loops first; after a few growths a loop
// head widens, to constants of the program first; two decreasing passes win back
// what widening lost, and a last pass makes sure that the result is
// inductive.
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
// Two halves know nothing of each other. Meaning (meaning.go) is what statements mean in a domain: the
// initial state, steps, calls, order, join, widening, what states say. The solver
// (solver.go, descend.go, back.go, parts.go) knows edges, and states by these operations only.
// Program has the tables that all analyses of a program share: make it once (Prepare).
//
// With Config.Edges the executions over a set of edges are analysed, at a cost by these edges: path programs, slices.
// Prepare the program once, make one Meaning, and go Forward on as many sets as you like:
//
//	m := d.Meaning(prep, absint.Config{})
//	r := m.Forward(ctx, absint.Config{Edges: edges})
//	for l, states := range r.States() { ... }
//
// # Domains
//
// The domain knows dimensions only. The binding gives each register one, and
// each scalar of memory that the program uses at a constant offset (a cell).
// Anything that package domain calls a Domain will do.
//
// # Memory
//
// Pointers are kept beside the numbers: null, and offsets into some objects; what
// is not known to be one of these may be any address that can have come there at all
// (flow.Points). An object stands for its youngest instance: when a Decl, an Alloc or
// an Input of a pointer makes a new one, nothing is known of its contents, and older
// pointers to it are unknown (recency abstraction, Balakrishnan and Reps,
// SAS 2006). Stores to one place are strong, others weak; see memory.go. Bytes
// that are zero without a cell (globals, calloc, memset) are remembered as ranges,
// and what all elements of an array have in common in a summary cell.
//
// Where the program asks whether an access is valid (ir.Valid), offsets and sizes answer, since a pointer that is known
// leads to objects that are alive; what passes has learnt something (valid.go). The size of an object that is no
// constant is a dimension (extent.go), and in domains that relate numbers, so is the offset of a pointer (offset.go):
// a[i] with i < n is proved where a has n elements, and so is *p with p < a + n. That p is the address of an object
// does not say that the object is alive: where a statement may end its life, this is written, too (write.go, lives).
//
// With Config.Lives, states know of objects that there is no instance of them, and of calls what they free (life.go): a
// function that is called for several objects, one after the other, keeps what is known of each.
//
// # Calls
//
// A function has one entry state and one exit state (per part), for all its
// calls: a contract. Most calls are gone through inlining. Registers of the caller,
// globals and memory that the callee does not touch keep what is known. With
// Config.Summaries the exit is related to the entry as well (ghosts.go), in a domain that can.
//
// # Parts
//
// With Config.Parts the states of a cut are kept apart by the values of flags,
// or of all registers and cells (control.go, parts.go): from plain intervals to something
// like explicit states. Dimensions that take too many values are given up.
//
// # Invariants
//
// The invariant of a cut is the disjunction of its parts, each a conjunction of
// constraints on registers and memory (Load; Forall for summaries and zero
// bytes) in the form that package check/inductive reads. Cuts that are not reached
// have the invariant false; a location between cuts follows from its predecessor.
//
// # What is not modelled
//
// Relations between memory and registers (but of offsets and sizes), objects of functions that may be
// active twice (never tracked), a pointer kept as anything but an address or an
// integer of the same width. Executions that guess an address are not covered
// (as in package flow).
package absint
