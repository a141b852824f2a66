package cprint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds the structures of readable text. ir has no members: they are found by the offsets of the accesses
// through pointers, and in objects, whose C type names the structure. Members are named by their offsets: p->f8. Fields
// that overlap others, as in a union, and arrays of structures in a structure do not become members; they are accessed
// as bytes, with casts.

// member is a field of a structure. An array extends to the next member or to the end of the structure.
type member struct {
	off   int64   // in bytes
	typ   ir.Type // its type, or the type of the elements of an array
	array bool
	n     int64 // the number of elements of an array
}

func (m member) name() string { return fmt.Sprintf("f%d", m.off) }

// record is a structure.
type record struct {
	tag     string
	size    int64 // in bytes; 0 if it is unknown, since no object has this type
	align   int64
	members []member
	bad     bool // not printed as a structure: sizes contradict each other, or no members are known
}

func (c *record) c() string { return "struct " + c.tag }

// tagIn returns the tag of the structure that a C type names, and the stars or brackets after it. tag is "" if the C
// type names no structure.
func (r *printing) tagIn(ctype string) (tag, rest string) {
	ctype = strings.TrimPrefix(ctype, "const ")
	i := strings.IndexAny(ctype, "*[")
	if i < 0 {
		i = len(ctype)
	}
	tag, rest = strings.TrimSpace(ctype[:i]), ctype[i:]
	tag = strings.TrimPrefix(tag, "struct ")
	if _, scalar := r.cnames[tag]; scalar || tag == "" || tag == "void" || tag != identifier(tag) ||
		strings.HasPrefix(keywords, tag+" ") || strings.Contains(keywords, " "+tag+" ") {
		return "", ""
	}
	return tag, rest
}

// recordOf returns the structure that a pointer register points to, or nil.
func (r *printing) recordOf(v *ir.Var) *record {
	if tag, rest := r.tagIn(v.CType); rest == "*" {
		return r.records[tag]
	}
	return nil
}

// recordIn returns the structure c of an object that is declared as an array of n such structures; nil if the object is
// declared in a different form.
func (r *printing) recordIn(o *ir.Object) (c *record, n int64) {
	tag, rest := r.tagIn(o.CType)
	c = r.records[tag]
	if c == nil || c.bad || strings.Contains(rest, "*") || c.size == 0 || o.Size%c.size != 0 || r.bytesOnly[o] {
		return nil, 0
	}
	return c, o.Size / c.size
}

// findRecords finds the structures and their members.
func (r *printing) findRecords() {
	r.records, r.bytesOnly = map[string]*record{}, map[*ir.Object]bool{}
	get := func(tag string) *record {
		if r.records[tag] == nil {
			r.records[tag] = &record{tag: tag}
		}
		return r.records[tag]
	}
	sized := func(o *ir.Object) {
		tag, rest := r.tagIn(o.CType)
		if tag == "" || strings.Contains(rest, "*") {
			return
		}
		n := int64(1)
		for _, d := range strings.FieldsFunc(rest, func(c rune) bool { return c == '[' || c == ']' || c == ' ' }) {
			var k int64
			if _, err := fmt.Sscan(d, &k); err != nil || k <= 0 {
				n = 0
				break
			}
			n *= k
		}
		c := get(tag)
		switch {
		case n == 0 || o.Size == 0 || o.Size%n != 0 || strings.Count(rest, "[") != strings.Count(rest, "]"):
		case c.size != 0 && c.size != o.Size/n:
			c.bad = true
		default:
			c.size = o.Size / n
		}
	}
	for _, o := range r.p.Objects {
		sized(o)
	}
	for _, f := range r.p.Funcs {
		for _, o := range f.Objects {
			sized(o)
		}
		for _, v := range f.Vars {
			if tag, rest := r.tagIn(v.CType); rest == "*" && v.Type.Kind == ir.Ptr {
				get(tag)
			}
		}
	}
	for _, v := range r.p.Globals {
		if tag, rest := r.tagIn(v.CType); rest == "*" && v.Type.Kind == ir.Ptr {
			get(tag)
		}
	}
	for _, f := range r.p.Funcs {
		if !r.called[f] {
			continue
		}
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: only these access memory as values of a type
			case *ir.LoadStmt:
				r.noteMember(s.Addr, s.Dst.Type)
			case *ir.Store:
				r.noteMember(s.Addr, s.Val.Type())
			}
		}
	}
	for _, o := range r.p.Objects {
		if c, _ := r.recordIn(o); c != nil {
			for _, it := range o.Init {
				c.note(member{off: it.Off, typ: it.Val.Type()})
			}
		}
	}
	for _, c := range r.records {
		c.layOut(r.p.Model)
	}
	for _, o := range r.p.Objects { // initial values have to agree with the members
		c, _ := r.recordIn(o)
		for _, it := range o.Init {
			if c == nil {
				break
			}
			if m, ok := c.at(it.Off % c.size); !ok || m.typ != it.Val.Type() {
				r.bytesOnly[o] = true
			}
		}
	}
}

// initOf returns the initialiser of an object that is declared as n structures c; image holds its bytes.
func (r *readable) initOf(o *ir.Object, c *record, n int64, image []byte) string {
	var elements []string
	for k := range n {
		var ms []string
		for _, m := range c.members {
			size := int64(m.typ.Size())
			var items []string
			last := 0
			for i := range max(m.n, 1) {
				off := k*c.size + m.off + i*size
				items = append(items, "0")
				var x uint64
				for b := size - 1; b >= 0 && off+b < int64(len(image)); b-- {
					x = x<<8 | uint64(image[off+b])
				}
				for _, it := range addresses(o) {
					if it.Off == off {
						items[i], last = r.pointer(it.Val).s, int(i)+1
					}
				}
				if x != 0 && items[i] == "0" {
					items[i], last = r.constant(&ir.Const{T: m.typ, Bits: x}).s, int(i)+1
				}
			}
			switch {
			case last == 0:
			case m.array:
				ms = append(ms, fmt.Sprintf(".%s = {%s}", m.name(), strings.Join(items[:last], ", ")))
			default:
				ms = append(ms, fmt.Sprintf(".%s = %s", m.name(), items[0]))
			}
		}
		text := "{" + strings.Join(ms, ", ") + "}"
		switch {
		case n == 1:
			return text
		case len(ms) == 0:
		case int(k) == len(elements):
			elements = append(elements, text)
		default: // after elements that are zero
			elements = append(elements, fmt.Sprintf("[%d] = %s", k, text))
		}
	}
	return "{" + strings.Join(elements, ",\n  ") + "}"
}

// noteMember records the member that an access of type t at addr shows, if addr leads into a structure.
func (r *printing) noteMember(addr ir.Expr, t ir.Type) {
	var off, inner int64
	var scales []int64
	for {
		a, ok := addr.(*ir.PtrAdd)
		if !ok {
			break
		}
		if bytes, ok := constStep(a); ok {
			off += bytes
		} else {
			scales = append(scales, a.Scale)
		}
		addr = a.P
	}
	var c *record
	switch b := addr.(type) { // sound: other addresses lead to no known structure
	case *ir.Ref:
		c = r.recordOf(b.Var)
	case *ir.AddrOf:
		if tag, rest := r.tagIn(b.Obj.CType); !strings.Contains(rest, "*") {
			c = r.records[tag]
		}
	}
	if c == nil {
		return
	}
	for _, s := range scales {
		switch {
		case c.size > 0 && s%c.size == 0:
		case inner == 0 && s == int64(t.Size()):
			inner = s
		default:
			return
		}
	}
	c.note(member{off: off, typ: t, array: inner > 0})
}

// note adds a member to c, at its offset modulo the size of c. It ignores members without a C type, or with an offset
// that is negative or very large.
func (c *record) note(m member) {
	if c.size > 0 {
		m.off = (m.off%c.size + c.size) % c.size
	}
	if m.off >= 0 && m.off < 1<<16 && inMemory(m.typ) != "" && !slices.Contains(c.members, m) {
		c.members = append(c.members, m)
	}
}

// layOut sorts the members, joins elements of arrays, sets the lengths of arrays, and drops members that overlap or are
// not aligned. It sets bad if no member remains.
func (c *record) layOut(model ir.DataModel) {
	slices.SortFunc(c.members, func(a, b member) int {
		if a.off != b.off {
			return int(a.off - b.off)
		}
		if a.array != b.array && a.array {
			return -1
		}
		return 0
	})
	var out []member
	end, align := int64(0), int64(1)
	for _, m := range c.members {
		size := int64(m.typ.Size())
		if n := len(out); n > 0 && out[n-1].array && out[n-1].typ == m.typ && (m.off-out[n-1].off)%size == 0 {
			end = max(end, m.off+size)
			continue // an element
		}
		if n := len(out); n > 0 && out[n-1].typ == ir.I8 && m.typ == ir.I8 && m.off == out[n-1].off+1 { // a text
			out[n-1].array, end = true, m.off+1
			continue
		}
		a := size
		if model == ir.ILP32 {
			a = min(a, 4)
		}
		if m.off < end || m.off%a != 0 || c.size > 0 && (m.off+size > c.size || c.size%a != 0) {
			continue
		}
		align = max(align, a)
		out = append(out, m)
		end = m.off + size
	}
	if len(out) == 0 {
		c.bad = true
		return
	}
	for i := range out {
		if !out[i].array {
			continue
		}
		next := max(c.size, out[i].off+int64(out[i].typ.Size()))
		if i+1 < len(out) {
			next = out[i+1].off
		}
		out[i].n = (next - out[i].off) / int64(out[i].typ.Size())
	}
	c.members, c.align = out, align
}

// at returns the member that has a field or an array element at the offset off.
func (c *record) at(off int64) (member, bool) {
	for _, m := range c.members {
		size := int64(m.typ.Size())
		if off == m.off || m.n > 0 && off > m.off && off < m.off+m.n*size && (off-m.off)%size == 0 {
			return m, true
		}
	}
	return member{}, false
}

// define writes the definitions of the used structures.
func (r *printing) define(b *bytes.Buffer) {
	var tags []string
	for tag := range r.usedTags {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	for _, tag := range tags {
		c := r.records[tag]
		fmt.Fprintf(b, "struct %s {\n", tag)
		end := int64(0)
		pad := func(to int64) {
			if to > end {
				fmt.Fprintf(b, "  char pad%d[%d];\n", end, to-end)
			}
		}
		for _, m := range c.members {
			pad(m.off)
			n := max(m.n, 1)
			fmt.Fprintf(b, "  %s", withName(inMemory(m.typ), m.name()))
			if m.array {
				fmt.Fprintf(b, "[%d]", n)
			}
			b.WriteString(";\n")
			end = m.off + n*int64(m.typ.Size())
		}
		pad(c.size)
		b.WriteString("};\n")
		if c.size > 0 {
			fmt.Fprintf(b, "_Static_assert(sizeof(struct %s) == %d, \"members where they are in memory\");\n", tag, c.size)
		}
		b.WriteString("\n")
	}
}

// structOf returns the structure with the C type c, and marks it as used; nil if c is not a structure.
func (r *printing) structOf(c string) *record {
	tag, ok := strings.CutPrefix(c, "struct ")
	if !ok {
		return nil
	}
	r.usedTags[tag] = true
	return r.records[tag]
}

// memberOf returns the lvalue x of the member m at offset off from base, which points to c. If the member is an array,
// x is instead the address of the element at that offset. ok is false if no member is there.
func (r *terms) memberOf(base pointer, c *record, off int64) (x term, m member, ok bool) {
	k := int64(0)
	if c.size > 0 {
		k = off / c.size
		if off < 0 && off%c.size != 0 {
			k--
		}
		off -= k * c.size
	}
	m, ok = c.at(off)
	if !ok {
		return term{}, m, false
	}
	s := ""
	switch name, single := strings.CutPrefix(base.s, "&"); {
	case k != 0:
		s = fmt.Sprintf("%s[%d].", base.at(pPostfix), k)
	case single && base.p == pUnary && isAtom(name):
		s = name + "."
	case base.array != "":
		s = base.array + "."
	default:
		s = base.at(pPostfix) + "->"
	}
	x = term{s + m.name(), pPostfix}
	if m.array {
		if i := (off - m.off) / int64(m.typ.Size()); i > 0 {
			x = term{fmt.Sprintf("%s + %d", x.s, i), pAdd}
		}
	}
	return x, m, true
}
