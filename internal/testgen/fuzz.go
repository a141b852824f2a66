package testgen

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// A fuzz target decodes the parameters of the entry function, and the memory to which they point, from a string of
// bytes:
//
//	number                 its bytes, the lowest first
//	pointer                a byte: 0 null, 1 a new object, 2+i the i-th object that was made, and a byte for its offset
//	new object             (two bytes for the size, if that is an input) its bytes, then the pointers in it
//	results of functions without a body, in the order of calls: as numbers; for pointers a byte, 0 for null
//
// After the end of the string, all bytes are 0. A pointer in an object points to the kind of object that the tests have
// read there; other pointers are null. The corpus has the tests in this form. Pointers that this form cannot express
// (to variables of the program) are null. The target follows pointers 254 deep, to as many objects as a test names.

// FuzzOptions are the options of WriteFuzz.
type FuzzOptions struct {
	Files  []string
	Entry  string   // the function to fuzz
	Assume []string // conditions of --assume over the parameters
	Tool   string   // name and version for the head of the file
	Flags  func(file string) []string
}

// kind describes the objects of one site, to which a pointer may lead.
type kind struct {
	site *ir.Site
	size int64              // of the largest object, in bytes
	open bool               // the size is an input
	ptrs []int64            // offsets of the pointers in the object, sorted
	to   map[int64]ir.Place // by offset of a pointer: an object or a function to which a test has it point
}

// fuzzer writes the target and the corpus of one program.
type fuzzer struct {
	*imager
	kinds  map[int]*kind // by Site.ID
	images []*image      // the images of the tests that have a form as bytes
	cases  []*Case       // these tests
}

// WriteFuzz writes a fuzz target to a file, and the corpus into a folder next to it. It returns the folder, and the
// number of tests that it skipped since they have no form as bytes.
func WriteFuzz(ctx context.Context, file string, p *ir.Program, o FuzzOptions, cases []*Case) (corpus string,
	skipped int, err error) {
	g, err := newImager(p, o.Entry)
	if err != nil {
		return "", 0, err
	}
	if o.Entry == "main" {
		return "", 0, fmt.Errorf("main is no function with parameters to fuzz")
	}
	z := &fuzzer{imager: g, kinds: map[int]*kind{}}
	for _, c := range cases {
		im, err := g.image(ctx, c)
		if err != nil {
			skipped++
			continue
		}
		z.images, z.cases = append(z.images, im), append(z.cases, c)
	}
	text, err := z.target(o)
	if err != nil {
		return "", 0, err
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return "", 0, err
	}
	corpus = strings.TrimSuffix(file, filepath.Ext(file)) + "_corpus"
	if err := os.MkdirAll(corpus, 0o755); err != nil {
		return "", 0, err
	}
	for i, im := range z.images {
		if err := os.WriteFile(filepath.Join(corpus, fmt.Sprintf("test-%d", i+1)), z.encode(im, z.cases[i]),
			0o644); err != nil {
			return "", 0, err
		}
	}
	return corpus, skipped, nil
}

// known returns the kind of the objects of a site, by number. It makes the kind on first use, with the size and the
// pointers that the objects have in the program and in the tests.
func (z *fuzzer) known(id int) *kind {
	if k := z.kinds[id]; k != nil {
		return k
	}
	s := z.p.Sites[id]
	k := &kind{site: s, to: map[int64]ir.Place{}}
	z.kinds[id] = k
	for _, f := range z.p.Funcs {
		for _, e := range f.Edges {
			switch x := e.Stmt.(type) { // sound: these make the objects of a site
			case *ir.Input:
				if x.Site == s {
					k.size = max(k.size, x.FreshSize)
				}
			case *ir.Alloc:
				if x.Site == s {
					k.open = true
				}
			case *ir.Decl:
				if x.Obj.Site == s {
					k.size = max(k.size, x.Obj.Size)
				}
			}
		}
	}
	for _, im := range z.images {
		for _, o := range im.objects {
			if o.site == id {
				k.size = max(k.size, int64(o.size))
			}
		}
	}
	if k.open {
		k.size = max(k.size, 64)
	}
	width := int64(z.p.Model) / 8
	add := func(off int64) {
		if off >= 0 && off+width <= k.size && !slices.Contains(k.ptrs, off) {
			k.ptrs = append(k.ptrs, off)
		}
	}
	for _, q := range s.Parts {
		for off := q.Off; q.Kind == "ptr" && off < k.size; off += q.Stride {
			add(off)
			if q.Stride <= 0 {
				break
			}
		}
	}
	for _, im := range z.images {
		for _, c := range im.cells {
			if c.in.Kind != ir.OfSite || c.in.ID != id {
				continue
			}
			add(c.in.Off)
			if to := c.at; to.Kind == ir.OfSite || to.Kind == ir.OfFunc {
				if _, has := k.to[c.in.Off]; !has {
					k.to[c.in.Off] = to
				}
			}
		}
	}
	if k.open { // an object may be too small for them
		k.ptrs = nil
	}
	slices.Sort(k.ptrs)
	for _, off := range k.ptrs {
		if to, has := k.to[off]; has && to.Kind == ir.OfSite && !z.code[to.ID] {
			z.known(to.ID)
		}
	}
	return k
}

// param is a parameter of the entry function: a number, a structure passed by value, a pointer to an object, or a
// pointer to a function.
type param struct {
	name, ctype string
	t           ir.Type
	kind        *kind // the kind of the object; nil: a number, or a pointer to a function
	byValue     bool
	code        bool // a pointer to a function
}

// params returns the parameters of the entry function. It returns an error if the target cannot decode one of them.
func (z *fuzzer) params() (ps []param, err error) {
	c := z.call.Stmt.(*ir.Call)
	for i, a := range c.Args {
		v := c.Func.Params[i]
		o, isObject := a.(*ir.AddrOf)
		isObject = isObject && o.Obj.Func == z.p.Entry
		p := param{name: v.Source, ctype: v.CType, t: a.Type()}
		switch {
		case isObject && o.Obj.CType == "", v.Source == "" && v.Name == "va":
			continue
		case isObject:
			p.name, p.ctype, p.byValue, p.kind = v.Name, o.Obj.CType, true, z.known(o.Obj.Site.ID)
		case v.CType == "" || isPart(v):
			return nil, fmt.Errorf("parameter %s is of a type that is more than one number", v.Name)
		case p.t.Kind == ir.Ptr:
			for _, s := range z.p.Sites {
				if s.Func == z.p.Entry && s.Name == v.Source && (s.Kind == ir.Param && s.Type.Kind == ir.Ptr ||
					s.Kind == ir.ObjectBytes) {
					if p.code = z.code[s.ID]; !p.code {
						p.kind = z.known(s.ID)
					}
				}
			}
			if p.kind == nil && !p.code {
				return nil, fmt.Errorf("nothing is known of parameter %s", v.Source)
			}
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// target returns the C text of the fuzz target.
func (z *fuzzer) target(o FuzzOptions) ([]byte, error) {
	ps, err := z.params()
	if err != nil {
		return nil, err
	}
	file := o.Files[max(0, slices.Index(o.Files, z.call.Stmt.(*ir.Call).Func.Pos.File))]
	var flags string
	if o.Flags != nil {
		flags = strings.Join(o.Flags(file), " ")
	}
	var b bytes.Buffer
	b.WriteString(cText.Text("fuzz_head", map[string]string{"Tool": o.Tool, "Entry": o.Entry, "Flags": commentText(flags),
		"File": cstring(absolute(file))}))
	ids := slices.Sorted(maps.Keys(z.kinds))
	for _, id := range ids {
		fmt.Fprintf(&b, "static void *tandem_kind_%d(int, int);\n", id)
	}
	for _, id := range ids {
		z.writeKind(&b, z.kinds[id])
	}
	var decl, use []string
	for _, p := range ps {
		decl = append(decl, fmt.Sprintf("__typeof__(%s) %s", p.ctype, cmp.Or(p.name, "tandem_arg")))
	}
	for i, a := range o.Assume {
		fmt.Fprintf(&b, "static int tandem_assume_%d(%s) { return !!(%s); }\n", i+1, cmp.Or(strings.Join(decl, ", "), "void"),
			a)
	}
	b.WriteString("int LLVMFuzzerTestOneInput(const unsigned char *tandem_data, unsigned long tandem_size) " +
		"{\n\ttandem_begin(tandem_data, tandem_size);\n")
	for i, p := range ps {
		v := fmt.Sprintf("tandem_p%d", i)
		use = append(use, v)
		switch {
		case p.byValue:
			fmt.Fprintf(&b, "\t__typeof__(%s) *tandem_b%d = tandem_kind_%d(1, 0);\n", p.ctype, i, p.kind.site.ID)
			use[i] = fmt.Sprintf("*tandem_b%d", i)
		case p.code:
			fmt.Fprintf(&b, "\tvoid *%s = tandem_take(1) ? (void *)tandem_stub : 0;\n", v)
		case p.kind != nil:
			fmt.Fprintf(&b, "\tvoid *%s = tandem_kind_%d(0, 0);\n", v, p.kind.site.ID)
		case p.t.Kind == ir.Float:
			fmt.Fprintf(&b, "\tunion { unsigned long long u; %s x; } tandem_u%d = {tandem_take(%d)};\n", p.t.C(), i, p.t.Size())
			use[i] = fmt.Sprintf("tandem_u%d.x", i)
		default:
			fmt.Fprintf(&b, "\t%s %s = (%s)tandem_take(%d);\n", p.t.C(), v, p.t.C(), p.t.Size())
		}
	}
	b.WriteString("\tif (__builtin_setjmp(tandem_stop)) return 0;\n")
	args := strings.Join(use, ", ")
	for i := range o.Assume {
		fmt.Fprintf(&b, "\tif (!tandem_assume_%d(%s)) return 0;\n", i+1, args)
	}
	fmt.Fprintf(&b, "\t%s(%s);\n\treturn 0;\n}\n", o.Entry, args)
	z.given(&b)
	b.WriteString(cText.Text("fuzz_main", nil))
	return b.Bytes(), nil
}

// writeKind writes the function that decodes a pointer to an object of a kind.
func (z *fuzzer) writeKind(b *bytes.Buffer, k *kind) {
	size := fmt.Sprint(k.size)
	if k.open {
		size = fmt.Sprintf("tandem_take(2) %% %d", k.size+1)
	}
	type pointer struct {
		Off        int64
		Null, Code bool
		Kind       int
	}
	var ptrs []pointer
	for _, off := range k.ptrs {
		to, has := k.to[off]
		ptrs = append(ptrs, pointer{off, !has, has && (to.Kind == ir.OfFunc || z.code[to.ID]), to.ID})
	}
	b.WriteString(cText.Text("kind", map[string]any{"Name": commentText(k.site.Name), "ID": k.site.ID, "Size": size,
		"Pointers": ptrs}))
}

// given writes definitions of the functions without a body.
func (z *fuzzer) given(b *bytes.Buffer) {
	defined := map[string]bool{}
	for _, f := range z.p.Funcs {
		defined[f.Source] = true
	}
	name := func(n string) bool {
		ok := !defined[n] && cname.MatchString(n)
		defined[n] = true
		return ok
	}
	label := func(n string) string { return fmt.Sprintf("__asm__(%s) __attribute__((weak))", cstring(n)) }
	for i, n := range []string{"reach_error", "__VERIFIER_error"} {
		if name(n) {
			fmt.Fprintf(b, "void tandem_e%d(void) %s;\nvoid tandem_e%d(void) { __builtin_trap(); }\n", i, label(n), i)
		}
	}
	for i, n := range []string{"__VERIFIER_assume", "__CPROVER_assume", "klee_assume"} {
		if name(n) {
			fmt.Fprintf(b, "void tandem_a%d(long c) %s;\nvoid tandem_a%d(long c) { if (!(int)c) "+
				"__builtin_longjmp(tandem_stop, 1); }\n", i, label(n), i)
		}
	}
	for _, s := range z.p.Sites {
		if s.Kind != ir.Nondet && s.Kind != ir.NoBody || s.Type.Kind == ir.None || !name(s.Name) {
			continue
		}
		t, val := s.Type.C(), fmt.Sprintf("return tandem_take(%d);", s.Type.Size())
		switch s.Type.Kind {
		case ir.Ptr:
			t, val = "void *", "return tandem_take(1) ? tandem_new(64) : 0;"
		case ir.Float:
			val = fmt.Sprintf("union { unsigned long long u; %s x; } v = {tandem_take(%d)}; return v.x;", t, s.Type.Size())
		default: // sound: numbers
		}
		fmt.Fprintf(b, "%s tandem_g%d(void) %s;\n%s tandem_g%d(void) { %s }\n", t, s.ID, label(s.Name), t, s.ID, val)
	}
	for i, m := range z.p.Missing {
		if name(m.Name) {
			fmt.Fprintf(b, "long tandem_m%d(void) %s;\nlong tandem_m%d(void) { return 0; }\n", i, label(m.Name), i)
		}
	}
}

// encode returns the bytes from which the target decodes a test.
func (z *fuzzer) encode(im *image, c *Case) []byte {
	var out []byte
	number := func(bits uint64, n int) {
		out = append(out, binary.LittleEndian.AppendUint64(nil, bits)[:n]...)
	}
	made := map[ir.Place]int{}
	objects := map[ir.Place]*imageObject{}
	for _, o := range im.objects {
		objects[ir.Place{Kind: ir.OfSite, ID: o.site, Occ: o.occ}] = o
	}
	at := map[ir.Place]ir.Place{}
	for _, c := range im.cells {
		at[c.in] = c.at
	}
	var object func(p ir.Place, k *kind, own bool)
	object = func(p ir.Place, k *kind, own bool) {
		base := ir.Place{Kind: p.Kind, ID: p.ID, Occ: p.Occ}
		o := objects[base]
		i, has := made[base]
		switch {
		case p.Kind != ir.OfSite || o == nil || i > 253 || p.Off > 255:
			out = append(out, 0)
			return
		case has:
			out = append(out, byte(2+i), byte(p.Off))
			return
		case !own:
			out = append(out, 1)
		}
		made[base] = len(made)
		size := k.size
		if k.open {
			size = min(int64(o.size), k.size)
			number(uint64(size), 2)
		}
		mem := make([]byte, size)
		for _, r := range o.bytes {
			for j := range int64(r.Type.Size()) {
				if r.Off+j < size {
					mem[r.Off+j] = byte(r.Bits >> (8 * j))
				}
			}
		}
		for _, off := range k.ptrs { // the target does not read these bytes
			clear(mem[min(off, size):min(off+int64(z.p.Model)/8, size)])
		}
		out = append(out, mem...)
		for _, off := range k.ptrs {
			to, known := k.to[off]
			here := at[ir.Place{Kind: ir.OfSite, ID: p.ID, Occ: p.Occ, Off: off}]
			switch {
			case !known:
			case to.Kind == ir.OfFunc || z.code[to.ID]:
				out = append(out, byte(min(int(here.Kind), 1)))
			default:
				object(here, z.kinds[to.ID], false)
			}
		}
	}
	ps, _ := z.params()
	for i, p := range ps {
		a := im.args[i]
		switch {
		case p.code:
			out = append(out, byte(min(a.bits, 1)))
		case p.kind != nil:
			object(a.at, p.kind, p.byValue)
		default:
			number(a.bits, p.t.Size())
		}
	}
	for _, r := range c.Test.Records {
		if s := z.p.Sites[r.Site]; called(s, r) {
			switch isPtr := s.Type.Kind == ir.Ptr; {
			case isPtr && r.Bits != 0 && cname.MatchString(s.Name):
				out = append(append(out, 1), make([]byte, 64)...)
			case isPtr:
				out = append(out, 0)
			case cname.MatchString(s.Name):
				number(r.Bits, r.Type.Size())
			default: // a stub gives a byte
				number(min(r.Bits, 255), 1)
			}
		}
	}
	return bytes.TrimRight(out, "\x00")
}
