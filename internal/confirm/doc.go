// Package confirm replays a violation on the program's own source, compiled by the C compiler of
// the machine. The machines of package exec and the harness of package cprint run the IR that the front
// end made, so they repeat a mistake of the front end. This package does not depend on the front end's IR.
//
//	switch a := confirm.Source(ctx, task, obligation, run); a.Verdict {
//	case confirm.Confirmed: // the compiled program reached the error too
//	case confirm.Differs:   // it did something else: a.Why says what
//	case confirm.Crashes:   // it ended by a signal, a.Why says by which: undefined behaviour that no run here sees, say
//	case confirm.Open:      // this violation cannot be replayed so, for a.Why
//	}
//
// # How
//
//	task.Original.Load()      the program as the front end gives it, before any pass
//	    |  the run's inputs, by place in the source and order
//	    v
//	a run of that program     all calls of input functions in their order, those without use too
//	    |  cprint.Definitions
//	    v
//	gcc -c a.c b.c; gcc definitions.o a.o b.o; ./a.out        107: confirmed
//
// The definitions come first at linking and win over bodies in the program, so that a call of the
// error function ends the run whatever its body does.
//
// Undefined behaviour is seen by the sanitizers of the compiler (sanitize.go): the program is compiled with the one
// that knows its kind, and what counts is its report. AddressSanitizer looks at the bytes around objects and at what is
// freed: where it says nothing of an access that is farther away, the answer is Open.
//
// # What a difference is
//
// The answer is Differs only if the replay fixed everything that the run depended on: results of calls, and parameters.
// If the run read uninitialised memory, pointers or a file, or the result of a shift by too much, a compiled program
// may rightly do something else. Then the answer is Open, unless the compiled program reached the error all the same.
//
// # What is not replayed
//
// Numbers of several parts (__int128, long double, _Complex) that functions return are. These are not, and the answer
// names them: such numbers as parameters of the entry function, the object that a pointer input leads to and its
// contents, the items that scanf reads where the front end takes them for inputs of their own (package cfront,
// libscan.go; where it reads byte by byte they are replayed), clocks, files, environment variables that are set, ids of
// the process.
//
// # Safety
//
// The compiled program runs outside of any sandbox. So functions of the C library that touch more than
// the process's own memory and its output (files, processes, sockets) are replaced by ones that end the run,
// programs with inline assembly are not run, limits bound time, memory and files, and the output goes nowhere.
package confirm
