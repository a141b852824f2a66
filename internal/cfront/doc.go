// Package cfront translates C into the IR: it parses the files (package csrc), links them (package link), and lowers
// the functions and objects that the entry function can reach.
//
//	prog, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{"main.c"}})
//
// Expressions of C have side effects, short circuits and implicit conversions; expressions of the IR are pure and
// typed. So
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
//	value.go    6.3         values, places (lvalues), conversions, bit-fields
//	vector.go               GNU vectors
//	lvalue.go   6.5.1-3     identifiers, members, elements, literals
//	expr.go     6.5         all expressions: the switch that calls the other files
//	call.go     6.5.2.2     calls, arguments
//	vararg.go   7.16        variable arguments
//	ptrcall.go              calls through pointers, which become direct calls at the end
//	ptroutside.go           calls through pointers of functions outside of the program
//	ptrflow.go              functions whose address is stored in pointers of another type
//	ptrabi.go               the arguments that the machine passes in calls with another type
//	ops.go      6.5.5-16    arithmetic, comparison, assignment, ++
//	effects.go              the variables that an expression may assign
//	dropped.go  5.1.2.3     values that are not used
//	comma.go    6.5.17      the comma operator
//	cond.go     6.5.13-15   && || ?: and conditions of statements
//	readonly.go 6.7.3       writes to const objects after their initialisation
//	decl.go     6.7         locals, globals on first use, variable length arrays
//	init.go     6.7.9       initialisers; initconst.go constant ones
//	stmt.go     6.8         statements and loops
//	jump.go     6.8.1, .6   labels, goto, switch, return
//	nested.go               GNU's nested functions
//	longjmp.go  7.13        jumps out of functions
//	cleanup.go              the attribute cleanup
//	wide.go                 numbers of several machine values (wide numbers): places, inputs, results
//	wideconv.go 6.3         conversions of wide numbers; wideops.go: operators; wideliteral.go: literals
//	int128.go               __int128; x87.go, x87math.go long double; quad.go _Float128
//	half.go                 _Float16
//	complex.go  6.2.5, G    complex numbers
//	asm.go                  GNU asm statements; asmtext.go: the effects of their text
//	window.go               functions of large programs that are not lowered
//	device.go               registers of devices, volatile objects that are inputs
//	builtin.go              gcc's builtins; also overflow.go, objsize.go, atomic.go; ownabs.go: the program's own abs
//	dialect.go              __VERIFIER_*, __CPROVER_*, __ESBMC_*, klee_*, Frama_C_*; nondet.go: arbitrary values;
//	                        intrinsics.go: queries of objects and overflow
//	libmem.go   7.24        memcpy
//	libproc.go  7.22.4      exit
//	liballoc.go 7.22.3      malloc and related functions
//	libtime.go  7.27.2      clocks
//	liberrno.go 7.5         errno
//	libmath.go  7.12        math
//	libm.go                 facts about functions that are not exact
//	floats.go   6.3.1.4-5   rounding, and numbers that do not fit an integer type
//	fenv.go     7.6         rounding mode, exception flags
//	libio.go    7.21        stdio
//	libprint.go 7.21.6      printf and related functions; libfmt.go: their formats
//	libscan.go  7.21.6      scanf of numbers and words; libscanlit.go: other literal formats
//	libwide.go  7.29.3      wide characters on streams
//	libfile.go              descriptors, the state of streams, timers
//	libstate.go             the state of the library: files, ids of the process
//	libenv.go   7.22.4.6    the environment
//	librandom.go 7.22.2     rand and related functions
//	libsignal.go 7.14       signals
//	contracts.go            arguments that the library forbids, missing return values
//	library.go              functions without a body: of the library (the table of package library), and others
//	model.go                library models in C (package models)
//	libunit.go              models that share state
//	entry.go                _start, the synthetic entry; constructors and destructors
//	kinds.go                kinds: the types that pointers point to, and the parts of objects
//	aliases.go              the objects that pointer inputs point to
//	builder.go              locations, edges and registers of a function
//	func.go                 the lowering of one function; tidy.go: its end
//	sourcetext.go           source texts of expressions, for messages
//	load.go                 the order of all steps; finish.go: drops unused parts
//
// The files share these types: linker (one Load), loweredSymbol (the lowered form of a symbol), fn (one function being
// lowered), value (the result of an expression), place (an lvalue).
//
// # Ownership of state
//
// The state of a Load has layers. Each layer embeds the layer above it in this list, and does not use the layers below:
//
//	ctype.Table      layout of types; which types of several files are the same
//	link.Program    units and their symbols
//	linker         the lowered symbols and functions, assumptions; fields for the owners below
//
// entryInputs, globals, constObjects, pointerFlow, passedArgs, outerTargets, libraryUse, textInputs and finishing own
// state of the whole program; each embeds *linker. The layers for one function are:
//
//	builder        locations, edges, registers, objects; blocks
//	fn             expressions, places, conversions; fields for the owners below
//
// statements, localDecls, calls, commas and droppedValues own parts of the state of a function, and embed *fn. Parts of
// the language without state (vectors, wides, complexes, builtins, initialisers, numericCalls, ...) are types that
// embed *fn and are made for each use: vectors{f}.shuffle(c). A table of handlers has the method for each function of
// the library: by(memoryCalls.memcpy).
//
// # Values and places
//
// A scalar whose address is never taken is a register; every other variable is an object in memory. The value of a
// struct or union is the address of its bytes. A struct parameter is the address of the caller's copy, and a struct
// result is written to the address in a hidden first parameter. The value of a vector is the tuple of its elements. A
// short local vector whose address is not taken has a register for each element; calls pass vectors like structures.
// Arguments for ... are in a block of the caller, whose address is a hidden last parameter.
//
// Layout and all constants come from package layout, never from cc.
//
// # Order of evaluation
//
// If C does not specify the order of evaluation, this package uses the order of gcc (found by experiment, tested in
// testdata/gcc/calls.c):
//
//  1. Operands are evaluated from left to right. An exception: if the left operand is a variable that is not widened,
//     the operator commutes or compares, and the right operand has side effects, then the right one is first.
//  2. The called expression is evaluated first, then the arguments from right to left.
//  3. a = b: if b is a call or a load without conversion, its operands are evaluated first, then a, then the call or
//     load itself. Any other b is evaluated before a.
//  4. a op= b: b is evaluated first if it has side effects, otherwise last.
//  5. Expressions before a comma in an operand are evaluated before the whole operator.
//  6. Initialisers are evaluated in the order of the members. An overridden initialiser with side effects is not
//     evaluated, which is an assumption. The initialiser of a range is evaluated once.
//  7. Lengths of variable arrays in parameters: lengths inside of types are first, then the outermost ones.
//
// A variable that a nested function uses is read when its operator is computed, even after a call that changes it.
//
// An evaluated operand is kept in a temporary if a later operand may change it (operations.holdFor).
//
// # Obligations
//
// Config defines which events are violations. Without a property file, all failed assertions of every dialect are
// violations. With a property file, only its own error function or label is, and a failed assertion ends the run. The
// body of an error function is never entered.
//
// # Limits of the model
//
//   - Values of decimal floating types are arbitrary (inputs of kind Approx, with a warning) wherever they are
//     converted to another type.
//   - Exceptions that long double, _Float128 and _Float16 raise: these types are refused if the program reads exception
//     flags. Conversions of __int128 and complex products are refused if the program sets the rounding mode. Some
//     complex results are arbitrary: under ILP32 the quotients of float and double, and products that are two NaNs
//     (libgcc computes them with x87's precision), and quotients of complex constants (gcc rounds them differently from
//     its library).
//   - The bits of NaNs that operations make; exceptions that functions of <math.h> raise, except for arithmetic, sqrt,
//     fma, rint and conversions; asm that sets the rounding mode.
//   - asm: its outputs are arbitrary. A statement whose text is not known to be harmless (csrc.AsmWrites) may change all
//     memory and end the execution. Variables in registers of the machine have arbitrary values.
//   - Wide characters written to streams are not kept. Bytes beyond ASCII that are read as wide characters are refused.
//   - The text that printf and related functions write for a long double, for %m and for conversions unknown to glibc
//     is arbitrary. Writes to standard output never fail; writes to other streams may. If no literal of the program
//     contains %n, formats that the program reads or computes are assumed not to contain it either.
//   - The state of the C library (libstate.go): results that depend on it are inputs or approximate.
//   - Functions that the table of package library refuses (threads, processes, ...): a call is an obligation of kind
//     ir.NoModel.
//   - Vectors of long double and __int128, the intrinsics of processors, typeof of an expression made of vectors, and a
//     subscript of (number op vector of floats) are errors.
//   - Computed jumps out of nested functions, the address of a function nested in a recursive one (nested.go), and the
//     attribute cleanup in a function with goto or setjmp are errors.
//   - The contents of a jmp_buf are a number of this package (longjmp.go). After a longjmp, variables have the values
//     that they had before it, volatile or not; variables declared register have arbitrary values.
//   - Memory of alloca lives until the function returns, even if gcc frees it with a variable array. A longjmp inside a
//     function that leaves the scope of a variable array does not free it if another setjmp is in this scope (wayback.go).
//   - An object is a new one each time its block is entered; gcc may use the same address again.
//   - Atomic operations are plain ones (one thread). A weak exchange fails only if the values differ, as on x86.
//     volatile has an effect only with Config.VolatileInput (device.go); otherwise it is an assumption that only the
//     program changes volatile objects.
package cfront
