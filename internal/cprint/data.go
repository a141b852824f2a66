package cprint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// bigObject is the size in bytes above which a local object is allocated instead of being a local variable, to save C
// stack.
const bigObject = 1 << 16

// allocated reports whether the C variable of o holds the address of o, and is not the object itself.
func (g *gen) allocated(o *ir.Object) bool { return g.asks || o.Func != nil && o.Size > bigObject }

// elements returns the number of elements if o is declared as an array of its scalar type. ok is false if o is declared
// as an array of bytes.
func elements(o *ir.Object) (n int64, ok bool) {
	t := o.Elem
	if t.Kind == ir.None || t.Kind == ir.Bool || odd(t) || o.Size == 0 || o.Size%int64(t.Size()) != 0 {
		return 0, false
	}
	return o.Size / int64(t.Size()), true
}

// scalar reports whether o is declared as a variable of type t.
func (g *gen) scalar(o *ir.Object, t ir.Type) bool {
	n, ok := elements(o)
	return ok && n == 1 && o.Elem == t && !g.allocated(o)
}

// address returns a C expression for the address of an object; the caller casts it.
func (g *gen) address(o *ir.Object) string {
	name := g.names.objs[o]
	if n, ok := elements(o); ok && n == 1 && !g.allocated(o) {
		return "&" + name
	}
	return name
}

// declare returns the declaration of an object without storage class and semicolon.
func (g *gen) declare(o *ir.Object) string {
	name := g.names.objs[o]
	if g.allocated(o) {
		return "tandem_ptr " + name + " = 0"
	}
	n, ok := elements(o)
	elem, size := "unsigned char", max(o.Size, 1)
	if ok {
		elem, size = ctype(o.Elem), n
	}
	s := elem + " " + name
	if !ok || n > 1 {
		s += fmt.Sprintf("[%d]", size)
	}
	return s + fmt.Sprintf(" __attribute__((aligned(%d)))", max(o.Align, 1))
}

// data returns the text of the used global registers and objects, the prototypes, and the function tandem_init, which
// stores the initial values that no C initialiser can express.
func (g *gen) data() string {
	var b, late, regs bytes.Buffer // late, regs: statements of tandem_init; registers may hold addresses of late blocks
	var placed []*ir.Object
	for _, at := range g.placed() {
		if at.Kind == ir.OfGlobal {
			placed = append(placed, g.p.Objects[at.ID])
		}
	}
	usedVars, usedObjs := usedGlobals(g.p, g.rank, placed)
	layout, err := exec.NewLayout(g.p)
	if err != nil {
		g.fail("%v", err)
		return ""
	}
	g.setPlaces(&late)
	for _, v := range g.p.Globals {
		if !usedVars[v] {
			continue
		}
		init := ""
		if layout.Prov[v.ID] != 0 {
			fmt.Fprintf(&regs, "  %s = %s;\n", g.names.vars[v], g.expr(v.Init))
		} else if bits := layout.Regs[v.ID]; bits != 0 {
			if v.Type.Kind == ir.Float {
				g.needFloatBits()
			}
			if isConst := !strings.Contains(literal(v.Type, bits), "tandem_f"); isConst {
				init = " = " + literal(v.Type, bits)
			} else {
				fmt.Fprintf(&late, "  %s = %s;\n", g.names.vars[v], literal(v.Type, bits))
			}
		}
		fmt.Fprintf(&b, "static %s %s%s;\n", ctype(v.Type), g.names.vars[v], init)
	}
	for _, o := range g.p.Objects {
		if usedObjs[o] && g.asks {
			g.blockOf(&b, &late, o, layout)
		}
	}
	for _, o := range g.p.Objects {
		if !usedObjs[o] {
			continue
		}
		if g.asks {
			g.initializer(o, layout, &late)
			continue
		}
		if o.Uninit {
			site := -1
			if o.Site != nil {
				site = o.Site.ID
			}
			fmt.Fprintf(&late, "  tandem_fill((void *)%s, %d, %d);\n", g.address(o), o.Size, site)
		}
		fmt.Fprintf(&b, "static %s%s;\n", g.declare(o), g.initializer(o, layout, &late))
	}
	b.WriteString("\n")
	for _, f := range g.p.Funcs {
		if g.rank[f] {
			fmt.Fprintf(&b, "%s;\n", g.signature(f))
		}
	}
	fmt.Fprintf(&b, "\nstatic void tandem_init(void) {\n%s%s}\n\n", late.String(), regs.String())
	return b.String()
}

// usedGlobals returns the global registers and objects that the called functions mention, the objects in more, and the
// globals in the initial values of used globals.
func usedGlobals(p *ir.Program, called map[*ir.Func]bool, more []*ir.Object) (map[*ir.Var]bool, map[*ir.Object]bool) {
	vars, objs := map[*ir.Var]bool{}, map[*ir.Object]bool{}
	var visit func(e ir.Expr)
	visitObj := func(o *ir.Object) {
		if o.Func != nil || objs[o] {
			return
		}
		objs[o] = true
		for _, it := range o.Init {
			visit(it.Val)
		}
	}
	visitVar := func(v *ir.Var) {
		if v == nil || !v.Global || vars[v] {
			return
		}
		vars[v] = true
		if v.Init != nil {
			visit(v.Init)
		}
	}
	visit = func(e ir.Expr) {
		ir.Walk(e, func(x ir.Expr) bool {
			switch x := x.(type) { // sound: only these name something of the program
			case *ir.Ref:
				visitVar(x.Var)
			case *ir.AddrOf:
				visitObj(x.Obj)
			}
			return true
		})
	}
	for _, o := range more {
		visitObj(o)
	}
	for _, f := range p.Funcs {
		if !called[f] {
			continue
		}
		for _, e := range f.Edges {
			visitVar(ir.Def(e.Stmt))
			for _, x := range ir.StmtExprs(e.Stmt) {
				visit(x)
			}
		}
	}
	return vars, objs
}

// initializer returns the initialiser " = {...}" of an object, or "" if it needs none. If a value cannot be a constant
// in C, it writes a statement that stores the value to the buffer late.
func (g *gen) initializer(o *ir.Object, l *exec.Layout, late *bytes.Buffer) string {
	lo := l.Base[o.ID] - exec.FirstObject
	image := append([]byte(nil), l.Image[lo:lo+uint64(o.Size)]...)
	// The addresses of l are not the addresses in the C program: tandem_init stores them.
	for _, it := range o.Init {
		t := it.Val.Type()
		if l.Init[lo+uint64(it.Off)]&exec.ShadowPtr == 0 {
			continue
		}
		clear(image[it.Off : it.Off+int64(t.Size())])
		at := fmt.Sprintf("(tandem_ptr)%s + %du", g.address(o), it.Off)
		fmt.Fprintf(late, "  %s;\n", g.store(t, at, g.expr(it.Val)))
	}
	end := len(image)
	for end > 0 && image[end-1] == 0 {
		end--
	}
	if end == 0 || g.asks {
		return ""
	}
	if n, ok := elements(o); ok {
		return g.elementInit(o, n, image, late)
	}
	return " = {" + joinWrapped(end, func(i int) string { return fmt.Sprint(image[i]) }) + "}"
}

// elementInit returns the initialiser of an object with n elements of its scalar type; image holds its bytes.
func (g *gen) elementInit(o *ir.Object, n int64, image []byte, late *bytes.Buffer) string {
	size := o.Elem.Size()
	bits := func(i int) uint64 {
		var x uint64
		for k := size - 1; k >= 0; k-- {
			x = x<<8 | uint64(image[i*size+k])
		}
		return x
	}
	count := 0
	for i := 0; i < int(n); i++ {
		if bits(i) != 0 {
			count = i + 1
		}
	}
	if n > 1 && o.Elem.Kind == ir.Int && o.Elem.Bits == 8 && isText(image[:count]) {
		return " = " + cstring(string(image[:count]))
	}
	lit := func(i int) string {
		s := literal(o.Elem, bits(i))
		if strings.Contains(s, "tandem_f") { // a NaN with payload
			g.needFloatBits()
			at := fmt.Sprintf("(tandem_ptr)%s + %du", g.address(o), i*size)
			fmt.Fprintf(late, "  %s;\n", g.store(o.Elem, at, s))
			return "0"
		}
		return s
	}
	if n == 1 {
		return " = " + lit(0)
	}
	return " = {" + joinWrapped(count, lit) + "}"
}

// isText reports whether b has printable characters, tabs and newlines only.
func isText(b []byte) bool {
	for _, c := range b {
		if c != '\n' && c != '\t' && (c < ' ' || c > '~') {
			return false
		}
	}
	return true
}

// joinWrapped returns n items separated by commas, twenty to a line.
func joinWrapped(n int, item func(i int) string) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		switch {
		case i > 0 && i%20 == 0:
			b.WriteString(",\n  ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(item(i))
	}
	return b.String()
}
