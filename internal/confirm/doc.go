// Package confirm replays a violation on the program's own source, compiled by the machine's C compiler. The machines
// of package exec and the harness of package cprint run the IR that the front end made, so they repeat a mistake of the
// front end. The replay does not depend on that IR.
//
//	switch a := confirm.Source(ctx, task, obligation, run); a.Verdict {
//	case confirm.Confirmed: // the compiled program reached the error, too
//	case confirm.Differs:   // it ended without the error: a.Why says how
//	case confirm.Crashes:   // it ended by the signal in a.Why, perhaps after undefined behaviour that is not checked
//	case confirm.Open:      // this violation cannot be replayed on the source, for the reason a.Why
//	}
//
// # How
//
//	task.Original.Load()      the program as the front end lowers it, before any pass
//	    |  the run's inputs, by place in the source and order
//	    v
//	a run of that program     all calls of input functions in their order, also calls whose result is not used
//	    |  cprint.Definitions
//	    v
//	gcc -c a.c b.c; gcc definitions.o a.o b.o; ./a.out        status 107: confirmed
//
// The definitions come first at linking and replace definitions in the program. So a call of the error function ends
// the run, whatever the body of that function does.
//
// Undefined behaviour is detected by the sanitizers of the compiler (sanitize.go). The program is compiled with the
// sanitizer for its kind, and only the sanitizer's report counts. AddressSanitizer detects accesses to the bytes around
// objects and to freed memory: if it does not report an access that is farther away, the answer is Open.
//
// # What a difference is
//
// The answer is Differs only if the replay fixed everything on which the run depended: results of calls, and
// parameters. If the run read uninitialised memory, pointers or a file, or the result of a shift by a too large amount,
// a compiled program may behave differently and still be correct. Then the answer is Open, unless the compiled program
// reached the error.
//
// # What is not replayed
//
// Results of functions that are numbers of several parts (__int128, long double, _Complex) are replayed. The following
// inputs are not, and the answer names them: such numbers as parameters of the entry function; the object to which a
// pointer input leads, and its contents; the items that scanf reads, if the front end takes them for inputs of their
// own (package cfront, libscan.go; if it reads byte by byte they are replayed); clocks, files, environment variables
// that are set, and ids of the process.
//
// # Safety
//
// The compiled program runs outside of any sandbox. For safety, functions of the C library that affect more than the
// process's own memory and its output (files, processes, sockets) are replaced by functions that end the run. Programs
// with inline assembly that may call the kernel are not run. Limits bound time, memory and files, and the output is
// discarded.
package confirm
