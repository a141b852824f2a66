package cprint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// data writes the used globals to b. Some globals are set when the program starts, since C has no constant for their
// values or since a fuzzer starts the program repeatedly; data writes the statements for this to the buffer reset.
func (r *readable) data(b, reset *bytes.Buffer) {
	vars, objs := usedGlobals(r.p, r.called, nil)
	layout, err := exec.NewLayout(r.p)
	if err != nil {
		r.fail("%v", err)
		return
	}
	start := b.Len()
	var plain, linked []*ir.Object
	for _, o := range r.p.Objects {
		switch {
		case !objs[o] || r.literals[o] != "":
		case len(addresses(o)) > 0:
			linked = append(linked, o)
		default:
			plain = append(plain, o)
		}
	}
	for _, o := range plain {
		r.object(b, reset, o, layout)
	}
	for _, o := range linked { // objects with addresses, which may be addresses of each other
		if len(linked) > 1 {
			fmt.Fprintf(b, "static %s;\n", r.declare(o, o.Const && !r.late(o)))
		}
	}
	for _, o := range linked {
		r.object(b, reset, o, layout)
	}
	for _, v := range r.p.Globals {
		if !vars[v] {
			continue
		}
		name, init := r.names.vars[v], "0"
		if v.Init != nil {
			init = r.value(v.Type, r.declared(v), v.Init)
			if v.Type.Kind != ir.Ptr {
				k := ir.Const{T: v.Type, Bits: layout.Regs[v.ID]}
				if init = r.constant(&k).s; strings.Contains(init, "tandem_f") || layout.Prov[v.ID] != 0 {
					fmt.Fprintf(reset, "  %s = %s;\n", name, r.value(v.Type, r.declared(v), v.Init))
					init = "0"
				}
			}
		}
		d := withName(r.declared(v), name)
		if init == "0" {
			fmt.Fprintf(b, "static %s;\n", d)
		} else {
			fmt.Fprintf(b, "static %s = %s;\n", d, init)
		}
		if r.opt.Style == Fuzzer {
			fmt.Fprintf(reset, "  %s = %s;\n", name, init)
		}
	}
	if b.Len() > start {
		b.WriteString("\n")
	}
}

// addresses returns the initial values of an object that are addresses.
func addresses(o *ir.Object) (out []ir.InitItem) {
	for _, it := range o.Init {
		named := false
		ir.Walk(it.Val, func(x ir.Expr) bool {
			switch x.(type) { // sound: only these are addresses
			case *ir.AddrOf, *ir.FuncAddr:
				named = true
			}
			return true
		})
		if named {
			out = append(out, it)
		}
	}
	return out
}

// late reports whether statements set an object when the program starts, so that it cannot be const.
func (r *readable) late(o *ir.Object) bool {
	c, _ := r.arrayOf(o)
	for _, it := range addresses(o) {
		if r.structOf(c) != nil && it.Val.Type().Kind == ir.Ptr {
			continue
		}
		if c != "void *" || it.Val.Type().Kind != ir.Ptr || it.Off%r.sizeOf(c) != 0 {
			return true
		}
	}
	return o.Uninit || r.opt.Style == Fuzzer && !o.Const
}

// object writes an object with its initial contents; see data.
func (r *readable) object(b, reset *bytes.Buffer, o *ir.Object, l *exec.Layout) {
	c, n := r.arrayOf(o)
	size := r.sizeOf(c)
	lo := l.Base[o.ID] - exec.FirstObject
	image := append([]byte(nil), l.Image[lo:lo+uint64(o.Size)]...)
	at := map[int64]string{}
	for _, it := range addresses(o) {
		t := it.Val.Type()
		clear(image[it.Off : it.Off+int64(t.Size())])
		if c == "void *" && t.Kind == ir.Ptr && it.Off%size == 0 {
			at[it.Off/size] = r.pointer(it.Val).s
		}
	}
	count := int64(0)
	bits := func(i int64) (x uint64) { // the bits of element i, a number
		for k := size - 1; k >= 0 && i*size+k < int64(len(image)); k-- {
			x = x<<8 | uint64(image[i*size+k])
		}
		return x
	}
	nans := []int64{}
	for i := range n {
		if at[i] != "" || bits(i) != 0 {
			count = i + 1
		}
	}
	elem := o.Elem
	if c == "char" {
		elem = ir.I8
	}
	item := func(i int) string {
		k := int64(i)
		if at[k] != "" {
			return at[k]
		}
		if elem.Kind == ir.Ptr {
			return r.pointer(&ir.Const{T: elem, Bits: bits(k)}).s
		}
		s := r.constant(&ir.Const{T: elem, Bits: bits(k)}).s
		if strings.Contains(s, "tandem_f") {
			nans = append(nans, k)
			return "0"
		}
		return s
	}
	init := ""
	k := r.structOf(c)
	switch {
	case k != nil && len(addresses(o)) == 0 && !slices.ContainsFunc(image, func(b byte) bool { return b != 0 }):
	case k != nil:
		init = r.initOf(o, k, n, image)
	case count == 0:
	case r.single(o):
		init = item(0)
	case c == "char" && count < n && isText(image[:count]):
		init = cstring(string(image[:count]))
	default:
		init = "{" + joinWrapped(int(count), item) + "}"
	}
	value := init
	if value != "" {
		value = " = " + value
	}
	fmt.Fprintf(b, "static %s%s;\n", r.declare(o, o.Const && !r.late(o) && len(nans) == 0), value)
	if o.Uninit {
		for _, s := range r.havoc(r.addressOf(o).term, fmt.Sprint(o.Size), o.Site) {
			fmt.Fprintf(reset, "  %s\n", s)
		}
		return
	}
	if r.opt.Style == Fuzzer && !o.Const {
		r.restore(b, reset, o, init)
	}
	put := func(addr ir.Expr, val ir.Expr) { fmt.Fprintf(reset, "  %s\n", r.store(val.Type(), addr, val)) }
	address := func(off int64) ir.Expr {
		return &ir.PtrAdd{P: &ir.AddrOf{Obj: o, T: r.p.Model.Ptr()}, Index: &ir.Const{T: r.p.Model.Diff(), Bits: uint64(off)},
			Scale: 1}
	}
	for _, it := range addresses(o) {
		if r.structOf(c) == nil && (it.Off%max(size, 1) != 0 || at[it.Off/size] == "") {
			put(address(it.Off), it.Val)
		}
	}
	for _, k := range nans {
		put(address(k*size), &ir.Const{T: elem, Bits: bits(k)})
	}
}

// restore writes statements to the buffer reset that set an object to init, its initial value; "" means zero.
func (r *readable) restore(b, reset *bytes.Buffer, o *ir.Object, init string) {
	name := r.names.objs[o]
	c, n := r.arrayOf(o)
	switch {
	case init == "":
		r.needs("memset")
		fmt.Fprintf(reset, "  memset(%s, 0, sizeof %s);\n", r.addressOf(o).s, name)
	case r.single(o) && r.structOf(c) == nil:
		fmt.Fprintf(reset, "  %s = %s;\n", name, init)
	default:
		r.needs("memmove")
		if r.single(o) {
			init = "{" + init + "}"
		}
		fmt.Fprintf(b, "static %s[%d] = %s;\n", withName(c, name+"_at_start"), n, init)
		fmt.Fprintf(reset, "  memmove(%s, %s_at_start, sizeof %s);\n", r.addressOf(o).s, name, name)
	}
}
