package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Functions that return an arbitrary value by convention, such as __VERIFIER_nondet_int.

// isNondet reports whether a function without a body returns an arbitrary value, by its name.
func isNondet(name string) bool { return nondetType(name) != "" }

// nondetType returns the type at the end of the name of such a function, for example ushort for
// __VERIFIER_nondet_ushort. It returns "" for other names.
func nondetType(name string) string {
	for _, p := range []string{"__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_", "__ESBMC_nondet_",
		"__symbiotic_nondet_", "__SMACK_nondet_"} {
		if t, ok := strings.CutPrefix(name, p); ok {
			return t
		}
	}
	return ""
}

// namedType returns the C type that name, the end of a function's name, means in SV-COMP; nil if it is not the name of
// a type. For bool and _Bool it returns unsigned char and sets isBool: only 0 and 1 are values.
func (f verifierCalls) namedType(name string) (t cc.Type, isBool bool) {
	a := f.u.AST
	switch name {
	case "bool", "_Bool":
		return a.UChar, true
	case "char":
		return a.Char, false
	case "schar", "s8", "int8_t":
		return a.SChar, false
	case "uchar", "u8", "uint8_t", "unsigned_char":
		return a.UChar, false
	case "short", "s16", "int16_t":
		return a.Short, false
	case "ushort", "u16", "uint16_t":
		return a.UShort, false
	case "int", "s32", "int32_t":
		return a.Int, false
	case "uint", "unsigned", "u32", "uint32_t", "unsigned_int":
		return a.UInt, false
	case "long", "off_t", "ssize_t":
		return a.Long, false
	case "ulong", "size_t", "pthread_t", "sector_t":
		return a.ULong, false
	case "longlong", "loff_t", "s64", "int64_t":
		return a.LongLong, false
	case "ulonglong", "u64", "uint64_t":
		return a.ULongLong, false
	case "float":
		return a.Float, false
	case "double":
		return a.Double, false
	case "charp", "const_char_pointer":
		return a.Char.Pointer(), false
	case "pointer":
		return a.PVoid, false
	}
	return nil, false
}

// nondet lowers a call that returns an arbitrary value. If the function is not declared, the value has the type in the
// function's name. If it is declared with a type that differs from the type in its name, the value is one that both
// types have.
func (f verifierCalls) nondet(c *call) value {
	if f.u.Model {
		// This is an input of a library model, which depends on earlier actions of the program.
		if f.sym.Name == "drand48" {
			v := f.calls.inputOf(ir.Library, c.name, c.ft.Result(), c)
			f.l.library.lib.sites[ofRand] = append(f.l.library.lib.sites[ofRand], f.l.IR.Sites[len(f.l.IR.Sites)-1])
			return v
		}
		return f.calls.inputOf(ir.Approx, c.name, c.ft.Result(), c)
	}
	t := c.ft.Result()
	named, isBool := f.namedType(nondetType(c.name))
	if s := f.l.Syms[c.name]; s != nil && !s.Proto {
		if named == nil {
			f.l.Warn(c.pos, "%s is called without a declaration: its value is taken as an int", c.name)
		} else {
			t = named
		}
	}
	v := f.calls.inputOf(ir.Nondet, c.name, t, c)
	if named != nil && isInt(v) && t.Kind() != cc.Bool && strings.HasPrefix(c.name, "__VERIFIER_") {
		v = f.holdValue(v)
		f.ofType(v.e, f.scalar(named, c.node()), isBool)
	}
	return v
}

// ofType restricts the executions to those in which the integer e is the conversion of a value of type t, or is 0 or 1
// if isBool is set.
func (f verifierCalls) ofType(e ir.Expr, t ir.Type, isBool bool) {
	if t.Kind != ir.Int {
		return
	}
	if isBool {
		f.between(e, 0, 1)
		return
	}
	have := e.Type()
	if back := ir.NewCast(have, ir.NewCast(t, e)); t.Bits < have.Bits {
		f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Eq, back, e), Guard: ir.OtherGuard})
	}
}
