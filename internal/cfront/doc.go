// Package cfront turns C into the IR: it parses the files (package csrc), links
// them, and lowers what the entry function can reach.
//
//	prog, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{"main.c"}})
//
// C's expressions have side effects, short circuits and implicit conversions; the
// IR's are pure and typed. So
//
//	while (i < n && a[i++] != c) s += i;          // char *a; char c; int s
//
// becomes (golden files in testdata/golden show the rest)
//
//	L2 -> L3: assume i < n [T]                    L2 is the loop head
//	L2 -> L9: assume n <= i [F]
//	L3 -> L4: t = i
//	L4 -> L5: i = t + 1:i32
//	L5 -> L6: t.1 = load ptradd(a, t, 1)
//	L6 -> L7: assume i32(t.1) != i32(c) [T]
//	L6 -> L9: assume i32(t.1) == i32(c) [F]
//	L7 -> L2: s = s + i
//
// # Files
//
// The files follow the sections of the C standard (C17):
//
//	link.go     6.2.2, 6.9  symbols of several files, compatible types
//	types.go    6.2.5       machine types of C types, spelling of types
//	value.go    6.3         values, places, conversions, bit-fields
//	vector.go               GNU vectors
//	lvalue.go   6.5.1-3     identifiers, members, elements, literals
//	expr.go     6.5         all expressions: the switch that finds the others
//	call.go     6.5.2.2     calls, arguments
//	vararg.go   7.16        variable arguments
//	ptrcall.go              calls through pointers, made direct in the end
//	ptroutside.go           calls of functions that the program does not have
//	ptrflow.go              functions that get into pointers of another type
//	ptrabi.go               what the machine passes to those
//	ops.go      6.5.5-16    arithmetic, comparison, assignment, ++
//	effects.go              what an expression may assign
//	dropped.go  5.1.2.3     values that nothing uses
//	comma.go    6.5.17      the comma operator
//	cond.go     6.5.13-15   && || ?: and all that branches
//	readonly.go 6.7.3       writes to what is const, but for its initialisation
//	decl.go     6.7         locals, globals on first use, variable length arrays
//	init.go     6.7.9       initialisers; initconst.go constant ones
//	stmt.go     6.8         statements and loops
//	jump.go     6.8.1, .6   labels, goto, switch, return
//	nested.go               GNU's nested functions
//	longjmp.go  7.13        jumps out of functions
//	cleanup.go              the attribute cleanup
//	wide.go                 numbers of several machine values: places, inputs, results
//	wideconv.go 6.3         their conversions; wideops.go their operators,
//	wideliteral.go          their literals
//	int128.go               __int128; x87.go, x87math.go long double; quad.go _Float128
//	half.go                 _Float16
//	complex.go  6.2.5, G    complex numbers
//	asm.go                  GNU asm statements; asmtext.go what their text may do
//	asmname.go              names for the linker, by asm and alias
//	weak.go                 weak symbols
//	window.go               functions that are not lowered, as the program is large
//	device.go               registers of devices, volatile objects that are inputs
//	units.go                names and functions of files, without a program
//	builtin.go              gcc's builtins; ownabs.go what the program has of them; overflow.go, objsize.go, atomic.go
//	dialect.go              __VERIFIER_*, __CPROVER_*, __ESBMC_*, klee_*, Frama_C_*; nondet.go: arbitrary values;
//	                        intrinsics.go: those about objects and overflow
//	libmem.go   7.24        memcpy
//	libproc.go  7.22.4      exit
//	liballoc.go 7.22.3      malloc and its kin
//	libtime.go  7.27.2      clocks
//	liberrno.go 7.5         errno
//	libmath.go  7.12        math
//	libm.go                 what is proved of functions that are not exact
//	floats.go   6.3.1.4-5   rounding, and numbers that do not fit an integer type
//	fenv.go     7.6         rounding mode, exception flags
//	libio.go    7.21        stdio
//	libprint.go 7.21.6      printf and its kin; libfmt.go their formats
//	libscan.go  7.21.6      scanf of numbers and words; libscanlit.go: other literal formats
//	libwide.go  7.29.3      wide characters on streams
//	libfile.go              descriptors, the state of streams, timers
//	libstate.go             what the library remembers: files, ids of the process
//	libenv.go   7.22.4.6    the environment
//	librandom.go 7.22.2     rand and its kin
//	libsignal.go 7.14       signals
//	contracts.go            arguments that the library forbids, values that are missing
//	removed.go              bodies that are put aside
//	library.go              functions without a body: the library's (the table of package library), others
//	model.go                library models in C (package models)
//	libunit.go              those that share state
//	entry.go                _start, the synthetic entry; startup.go constructors and destructors
//	kinds.go                what pointers point to and what lies in objects
//	aliases.go              what pointer inputs lead to
//	builder.go              locations, edges and registers of a function
//	func.go                 the state of one function's lowering; tidy.go its end
//	sourcetext.go           texts of places in the source, for messages
//	load.go                 the order of work; finish.go drops what nothing uses
//
// The types that they share: linker (one Load), unit (one file), symbol (a
// function or object with a name), fn (one function being lowered), value (the
// result of an expression), place (an lvalue).
//
// # Who owns what
//
// The state of a Load has layers, each of which embeds the one below and knows
// nothing of those above:
//
//	output         the program that is made, warnings, assumptions
//	typeTable      layout of types; which types of several files are the same
//	symbolTable    units and their symbols
//	linker         the functions that are lowered; fields for the owners below
//
// entryInputs, globals, constObjects, pointerFlow, passedArgs, outerTargets,
// libraryUse, textInputs and finishing own what concerns the whole program; each
// embeds *linker. Of one function:
//
//	builder        locations, edges, registers, objects; blocks
//	fn             expressions, places, conversions; fields for the owners below
//
// statements, localDecls, calls, commas and droppedValues own parts of its state
// and embed *fn. Parts of the language without state (vectors, wides, complexes,
// builtins, initialisers, numericCalls, ...) are types that embed *fn and are made
// where they are needed: vectors{f}.shuffle(c). A function of the library finds its
// method by a table of handlers: by(memoryCalls.memcpy).
//
// # Values and places
//
// A scalar whose address is never taken is a register, everything else an
// object in memory. Struct and union values are the addresses of their bytes; a
// struct parameter is the address of the caller's copy, a struct result is
// written through a hidden first parameter. The value of a vector is the tuple of its
// elements; a short local one without an address has a register for each; calls pass
// vectors like structures. Arguments for ... lie in a block
// of the caller, whose address is a hidden last parameter.
//
// Layout and all constants come from package layout, never from cc.
//
// # Order of evaluation
//
// Where C does not specify the order of evaluation, it is the order of gcc (found by experiment,
// tested in testdata/gcc/calls.c):
//
//  1. Operands go left to right. If the left one is a variable that is not
//     widened, the operator commutes or compares, and the right one has side
//     effects, the right one goes first.
//  2. The called expression goes first, then the arguments right to left.
//  3. a = b: if b is a call without conversion, its operands go first, then a, then
//     the call itself; likewise for a load; any other b goes before a.
//  4. a op= b: b goes first if it has side effects, otherwise last.
//  5. Expressions before a comma in an operand come before the whole operator.
//  6. Initialisers go in the order of the members; those that others override are
//     not evaluated if they have side effects, which is an assumption; those of a range once.
//  7. Lengths of variable arrays in parameters: those inside of types first, then
//     the outermost ones.
//
// A variable that a nested function uses is read when its operator is computed, also after
// a call that changes it.
//
// An evaluated operand is kept in a temporary as soon as a later one may
// change it (operations.holdFor).
//
// # Obligations
//
// Config says which events are violations. Without a property file all
// assertions are, in every dialect; with one only its own error function or
// label, and a failed assertion ends the run. Calls of an error function never
// enter its body.
//
// # What is not modelled
//
//   - Values of decimal floating types: they are arbitrary
//     (inputs of kind Approx, with a warning) wherever they become something else.
//   - Exceptions that long double, _Float128 and _Float16 raise: they are refused where the program looks
//     at exception flags. Conversions of __int128 and complex products are refused where it sets the rounding mode. Under
//     ILP32 complex quotients of float and double, and products that are two NaNs,
//     are arbitrary (libgcc computes them with x87's precision), as are quotients
//     of complex constants (gcc rounds them otherwise than its library).
//   - The bits of NaNs that operations make; exceptions that functions of <math.h> raise but
//     for arithmetic, sqrt, fma, rint and conversions; asm that sets the rounding mode.
//   - asm: its outputs are arbitrary. A statement whose text is not known to be harmless (asmtext.go)
//     may change all memory and end the execution. Variables in registers of the machine have any value.
//   - Wide characters written to streams are not kept; bytes beyond ASCII read as wide characters are refused.
//   - What printf and its kin write for a long double, for %m and for conversions that
//     glibc does not know is arbitrary text. Writes to standard output never fail;
//     writes to other streams may. If no literal of the program contains %n, formats
//     that the program reads or computes are assumed not to contain it either.
//   - The state of the C library (libstate.go): results that depend on it are inputs or approximate.
//   - Functions that the table of package library refuses (threads, processes, ...): a
//     call is an obligation of kind ir.NoModel.
//   - Vectors of long double and __int128, the intrinsics of processors, typeof of an
//     expression made of vectors, a subscript of (number op vector of floats): errors.
//   - Computed jumps out of nested functions, the address of a function nested in a recursive
//     one (nested.go), the attribute cleanup in a function with goto or setjmp: errors.
//   - What lies in a jmp_buf is a number of our own (longjmp.go). Variables have the values that
//     they had at the longjmp, volatile or not; those declared register have any.
//   - Memory of alloca lives until the function returns, also where gcc frees it with a variable array. A longjmp
//     inside a function does not free the variable arrays of the blocks that it leaves, and what belongs to the blocks
//     around a setjmp, around a label that a nested function jumps to, or is named in a nested
//     function lives until the function returns (life.go).
//   - An object is a new one each time its block is entered; gcc may use the same
//     address again.
//   - Atomic operations are plain ones (one thread); a weak exchange fails only if the values
//     differ, as on x86. volatile means nothing but with Config.VolatileInput (device.go);
//     that only the program changes what is volatile is an assumption.
package cfront
