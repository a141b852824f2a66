package cprint

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file chooses the C types of readable text. In memory, and as targets of pointers, each ir type has one C type,
// so that no two accesses differ in their C types only. A register has the C type of the source if that has the same
// width and sign.

// inMemory returns the C type of a value of type t in memory, or "" if no C type has its bits.
func inMemory(t ir.Type) string {
	switch {
	case t.Kind == ir.Ptr:
		return "void *"
	case t.Kind == ir.Bool || odd(t):
		return ""
	case t == ir.I8:
		return "char"
	}
	return t.C()
}

// anything is the target of pointers that C converts to all other pointer types.
const anything = "void"

// sizeOf returns the size in bytes of a C type of memory; 0 if it is unknown.
func (r *printing) sizeOf(c string) int64 {
	switch c {
	case "void *":
		return int64(r.p.Model) / 8
	case anything:
		return 0
	case "char":
		return 1
	}
	if k := r.structOf(c); k != nil {
		return k.size
	}
	for _, t := range []ir.Type{ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64, ir.F32, ir.F64} {
		if t.C() == c {
			return int64(t.Size())
		}
	}
	panic("cprint: size of " + c)
}

// pointerTo returns the C type of a pointer to c.
func pointerTo(c string) string {
	if strings.HasSuffix(c, "*") {
		return c + "*"
	}
	return c + " *"
}

// cNames returns the C types that registers may have, with their ir types.
func cNames(m ir.DataModel) map[string]ir.Type {
	long, ulong := m.Diff(), m.Size()
	return map[string]ir.Type{"char": ir.I8, "signed char": ir.I8, "unsigned char": ir.U8, "short": ir.I16,
		"unsigned short": ir.U16, "int": ir.I32,
		"unsigned int": ir.U32, "long": long, "unsigned long": ulong, "long long": ir.I64, "unsigned long long": ir.U64,
		"float": ir.F32, "double": ir.F64}
}

// declared returns the C type of a register.
func (r *printing) declared(v *ir.Var) string {
	if v.Type.Kind == ir.Ptr {
		return pointerTo(r.pointee[v])
	}
	c := strings.TrimPrefix(v.CType, "const ")
	if t, ok := r.cnames[c]; ok && t == v.Type {
		return c
	}
	return ctype(v.Type)
}

// result returns the C type of the result of a function that returns t.
func result(t ir.Type) string {
	if t.Kind == ir.Ptr {
		return "void *"
	}
	return ctype(t)
}

// withName returns a declaration of a name with type c.
func withName(c, name string) string {
	if strings.HasSuffix(c, "*") {
		return c + name
	}
	return c + " " + name
}

// findPointees chooses the target type of each pointer register: the target of its C type in the source, else the type
// of all accesses through it, else char.
func (r *printing) findPointees() {
	used := map[*ir.Var]string{}
	access := func(addr ir.Expr, t ir.Type) {
		var scale int64
		for {
			a, ok := addr.(*ir.PtrAdd)
			if !ok {
				break
			}
			if c, ok := ir.IsConst(a.Index); ok {
				scale |= int64(ir.EvalPtrAdd(ir.P64, 0, c, a.Index.Type(), a.Scale))
			} else {
				scale |= a.Scale
			}
			addr = a.P
		}
		ref, ok := addr.(*ir.Ref)
		if !ok {
			return
		}
		c := inMemory(t)
		if c == "" || scale%int64(t.Size()) != 0 || used[ref.Var] != "" && used[ref.Var] != c {
			c = "char"
		}
		used[ref.Var] = c
	}
	for _, f := range r.p.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: only these access memory as values of a type
			case *ir.LoadStmt:
				access(s.Addr, s.Dst.Type)
			case *ir.Store:
				access(s.Addr, s.Val.Type())
			}
		}
	}
	set := func(v *ir.Var) {
		if v.Type.Kind != ir.Ptr {
			return
		}
		c := "char"
		if k := r.recordOf(v); k != nil && !k.bad {
			c = k.c()
			r.structOf(c)
		} else if base, ok := strings.CutSuffix(v.CType, "*"); ok {
			base = strings.TrimSpace(strings.TrimPrefix(base, "const "))
			if t, ok := r.cnames[base]; ok && inMemory(t) != "" {
				c = inMemory(t)
			} else if strings.HasSuffix(base, "*") {
				c = "void *"
			}
		} else if used[v] != "" {
			c = used[v]
		}
		r.pointee[v] = c
	}
	for _, v := range r.p.Globals {
		set(v)
	}
	for _, f := range r.p.Funcs {
		for _, v := range f.Vars {
			set(v)
		}
	}
}
