// Package reduce makes residual programs. From a program and a description of the open obligations, it makes a
// smaller program that every engine and every tester can take as input, with a map back to the original.
//
// # Idea
//
// When verification stops, some assertions may not be proved. Only these need to be tested (paper 3, "Just Test What
// You Cannot Verify!"). There are two methods to leave the proved part out. The product of the program and a condition
// (restrict.Condition) has the executions that the condition leaves open; in a folded product, states are joined so
// that it is no larger than the program. A slice keeps the assertions that are not proved, and the edges on which they
// depend: the edges that decide whether the assertions are reached, the edges that compute the values which these edges
// read, and so on backward. It drops all other edges.
//
// # A small example
//
//	s, m, err := reduce.Slice(ctx, prog, unproved, reduce.SliceOptions{})
//
// SUM of paper 3; the first assertion is proved, so the slice does not have it:
//
//	s = 0;                                  s = 0;
//	if (x <= 0) assert(s >= 0);             if (x <= 0) ;
//	else { i = 1;                           else { i = 1;
//	  while (i <= x) { s += i; i++; }         while (i <= x) { s += i; i++; }
//	  assert(s > 0); }                        assert(s > 0); }
//
// # What a product keeps
//
// The product has the same executions as the part that restrict.Apply makes of the condition, statement by statement.
// But it needs no register for the state of the condition, since each of its locations is a pair of a location and a
// state. It has a copy of a function for each state in which the function is entered. If a copy can return in several
// states, a global register holds the state in which it returned.
//
//	r, err := reduce.Product(prog, condition)       // r.Program, r.Map
//	reduce.ProductSize(prog, condition)             // without making it
//	reduce.Folded(prog, condition)                  // if the product is too large
//
// The product and the folded product are cut where no open error can be reached any more (prune.go): an execution is
// blocked there, perhaps before it has read all its inputs. No execution that violates an open obligation is lost, and
// none is added. Sites keep their numbers, so a test of the residual program is also a test of the original one.
// Conditions should be minimised first, since each state of the condition causes a copy of the code that follows.
//
// In the residual programs that By makes, checks that were proved (which the condition does not leave open) are no
// longer obligations (proved.go).
//
// # What a slice keeps
//
// For each execution of the program that violates an obligation of the criterion, the slice has an execution that
// violates it too, with the same values for the inputs that the slice reads (Definition 5; Horwitz, Reps, Binkley, PLDI
// 1988, for calls). So a slice whose criterion is unreachable shows that the program's is unreachable, too. The
// converse does not hold if an execution of the program ends, or does not terminate, in code that was cut:
//
//	kept      edges that decide whether the criterion is reached: assumes that may block, halts, undefined behaviour,
//	          calls that may end the execution, branches to code that no error follows, cycles that only errors leave
//	Loose     as above, but an assume that may block, or a branch, is kept only if it depends on kept values:
//	          slices are smaller, but too many of them fail where the program does not
//	Strict    in addition loops and recursions whose only effect is that they may not terminate, and code that no
//	          error follows: executions end as in the program
//	never     assertions that are not in the criterion, as they count as proved; accesses of memory that is not used,
//	          valid or not
//
// A failure of the slice is therefore a claim, and its test is run in the program.
//
// Dependences through memory use points-to sets (flow.Points). A store is cut if no kept edge may read its bytes. A
// store that surely writes all bytes of a read ends the search for earlier stores to them. The objects that kept
// accesses need are allocated and freed as before, and so are the objects that a validity expression (ir.Valid) depends
// on. If an obligation of the criterion is that no memory leaks, all allocations are kept.
//
// # Inputs
//
// Records of tests are keyed by site and occurrence. Within an activation, a kept input is read as often as before,
// also in loops, since the slice keeps the edges that decide how often it is read. Occurrence numbers change only if a
// call is cut but its function is kept because of other calls: the later occurrences of its sites then have smaller
// numbers in the slice.
//
// # Parts
//
//	Residual         a residual program and its map (product.go)
//	Product          the executions that a condition leaves open (specialise.go: pairs of locations and states;
//	                 prune.go: the part that leads to errors)
//	Folded           the same with joined states (folded.go)
//	Slice            the edges that a criterion depends on (slice.go: which edges are kept; seek.go: where values come
//	                 from; cut.go: the resulting program; filter.go: statements that end executions; unfailing.go:
//	                 edges that no error follows)
//
// # What is not modelled
//
// Relations between the states at the entry and at the exit of a function, in Folded. Contexts: all kept calls of a
// function share one slice of it, which has the edges that any of the calls needs (Binkley, LOPLAS 2, 1993, describes
// how much larger this makes slices). Amorphous slices: statements are kept or cut, never simplified.
package reduce
