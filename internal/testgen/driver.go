package testgen

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// The driver is a C file that includes the source of the entry function and calls the function as the tests do. It
// includes no headers, and declares only names that programs do not use.

// cname is an identifier of C.
var cname = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// driver returns the text of the driver and the images of all cases. Tests that cannot be expressed in C are left out,
// and added to x.Left.
func driver(ctx context.Context, x *Export, g *imager, cases []*Case) (text []byte, images []*image) {
	var b bytes.Buffer
	b.WriteString(cText.Text("driver_head", map[string]string{"Entry": g.entry,
		"File": cstring(absolute(x.Files[x.Entry]))}))
	// Leave time for the compiler.
	half, end := ctx, context.CancelFunc(func() {})
	if deadline, limited := ctx.Deadline(); limited {
		half, end = context.WithTimeout(ctx, time.Until(deadline)/2)
	}
	defer end()
	images = make([]*image, len(cases))
	bodies := make([]bytes.Buffer, len(cases))
	var runs []int
	for _, n := range x.order {
		im, err := g.image(half, cases[n-1])
		if err == nil {
			err = g.writeTest(&bodies[n-1], n, im)
		}
		if err != nil {
			x.Left = append(x.Left, Left{n, err.Error()})
			im = &image{}
		} else {
			runs = append(runs, n)
		}
		images[n-1] = im
	}
	slices.SortFunc(x.Left, func(a, b Left) int { return a.Test - b.Test })
	slices.Sort(runs)
	for _, n := range runs {
		b.Write(bodies[n-1].Bytes())
	}
	b.WriteString(cText.Text("driver_main", runs))
	return b.Bytes(), images
}

// cstring returns s as a C string literal.
func cstring(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(filepath.ToSlash(s)) + `"`
}

// writeTest writes the function that runs the n-th test.
func (g *imager) writeTest(w io.Writer, n int, im *image) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "static void tandem_run_%d(void) {\n", n)
	names := map[ir.Place]string{}
	extra := map[string]bool{}
	for _, o := range im.objects {
		if g.code[o.site] {
			continue
		}
		name := fmt.Sprintf("o%d", len(names))
		names[ir.Place{Kind: ir.OfSite, ID: o.site, Occ: o.occ}] = name
		fmt.Fprintf(&b, "\tunsigned char *%s = tandem_object(%d, %d, %dul); /* %s */\n", name, o.site, o.occ, o.size,
			commentText(g.p.Sites[o.site].Name))
		for _, r := range o.bytes {
			fmt.Fprintf(&b, "\ttandem_put(%s, %d, %d, %#xull);\n", name, r.Off, r.Type.Size(), r.Bits)
		}
	}
	text := func(at ir.Place) (string, error) {
		s, decl, err := g.place(at, names)
		if decl != "" && !extra[decl] {
			extra[decl] = true
			fmt.Fprintf(&b, "\t%s\n", decl)
		}
		return s, err
	}
	for _, c := range im.cells {
		in, err := text(c.in)
		if err != nil { // in a local variable, in which the program itself stores it
			continue
		}
		at, err := text(c.at)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "\t*(void **)%s = (void *)%s;\n", in, at)
	}
	if len(im.argv) > 0 || g.entry == "main" && len(im.args) > 1 && im.args[1].bits != 0 {
		fmt.Fprintf(&b, "\tstatic char *argv[%d];\n", len(im.argv)+1)
		fmt.Fprintf(&b, "\tfor (int i = 0; i < %d; i++)\n\t\targv[i] = (char *)\"\";\n", len(im.argv))
		for i, at := range im.argv {
			if at == (ir.Place{}) { // no run reads it
				continue
			}
			s, err := text(at)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "\targv[%d] = (char *)%s;\n", i, s)
		}
	}
	var args []string
	for i, a := range im.args {
		s, err := g.argument(a, text)
		if g.entry == "main" && i == 1 && a.bits != 0 {
			s, err = "argv", nil
		}
		if err != nil {
			return err
		}
		if a.list { // a copy with all registers used up, since the model takes every argument from the stack
			fmt.Fprintf(&b, "\tstruct { unsigned gp, fp; void *next, *saved; } va%d[1] = {{48, 176, ((void **)%s)[1], 0}};\n", i,
				s)
			s = fmt.Sprintf("(void *)va%d", i)
		}
		args = append(args, s)
	}
	call := fmt.Sprintf("%s(%s)", g.entry, strings.Join(args, ", "))
	void := g.call.Stmt.(*ir.Call).Func.Result.Kind == ir.None
	switch {
	case g.entry == "main" && void:
		call = "tandem_program_" + call
	case g.entry == "main":
		call = "tandem_exit(tandem_program_" + call + ")"
	case !void: // gcc leaves out a call of a const or pure function whose result is not used
		call = fmt.Sprintf("volatile __typeof__(%s) tandem_result = %s", call, call)
	}
	fmt.Fprintf(&b, "\t%s;\n}\n", call)
	_, err := w.Write(b.Bytes())
	return err
}

// argument returns an argument as a C expression; place returns the C expression of an address.
func (g *imager) argument(a imageArg, place func(ir.Place) (string, error)) (string, error) {
	switch {
	case a.value != "":
		if strings.Contains(a.value, "{") {
			return "", fmt.Errorf("a parameter's type has no name")
		}
		s, err := place(a.at)
		return fmt.Sprintf("*(%s *)%s", a.value, s), err
	case a.t.Kind == ir.Ptr && g.entry != "main":
		s, err := place(a.at)
		return "(void *)" + s, err
	case a.t.Kind == ir.Float && a.t.Bits == 32:
		return fmt.Sprintf("tandem_float(%#xu)", a.bits), nil
	case a.t.Kind == ir.Float && a.t.Bits == 64:
		return fmt.Sprintf("tandem_double(%#xull)", a.bits), nil
	case a.t.Kind == ir.Float:
		return "", fmt.Errorf("a parameter is of type %s", a.t.C())
	}
	return fmt.Sprintf("(%s)%#xull", a.t.C(), a.bits), nil
}

// place returns an address as a C expression, and a declaration that the expression needs, "" if none.
func (g *imager) place(at ir.Place, names map[ir.Place]string) (text, decl string, err error) {
	switch at.Kind {
	case ir.Number:
		return "0", "", nil
	case ir.OfFunc:
		if at == elsewhere {
			return "tandem_stub", "", nil
		}
		f := g.p.Funcs[at.ID]
		switch {
		case !cname.MatchString(f.Source):
			return "", "", fmt.Errorf("a pointer leads to a function without a name")
		case f.Pos.File == g.call.Stmt.(*ir.Call).Func.Pos.File:
			return f.Source, "", nil
		}
		name := fmt.Sprintf("tandem_f%d", at.ID) // by its symbol, as it may not be declared here
		return "&" + name, fmt.Sprintf("extern char %s __asm__(%s);", name, cstring(f.Source)), nil
	case ir.OfGlobal:
		o := g.p.Objects[at.ID]
		switch named := cname.MatchString(o.Source) && o.Scope == (ir.Scope{}); {
		case strings.HasPrefix(o.Pos.File, "<"):
			return "", "", fmt.Errorf("a pointer leads to a variable of the library")
		case named && o.Pos.File != g.call.Stmt.(*ir.Call).Func.Pos.File:
			// Use its symbol, as it may not be declared here. The symbol of a static variable is undefined, and its address 0.
			name := fmt.Sprintf("tandem_g%d", at.ID)
			return fmt.Sprintf("(%s + %d)", name, at.Off), fmt.Sprintf("extern unsigned char %s[] __asm__(%s);", name,
				cstring(o.Source)), nil
		case named:
			return fmt.Sprintf("((unsigned char *)&%s + %d)", o.Source, at.Off), "", nil
		}
		bytes, ok := contents(o)
		if !ok {
			return "", "", fmt.Errorf("a pointer leads to an object without a name")
		}
		// A string literal, or a static variable of a function: make a copy with the same contents.
		name := fmt.Sprintf("tandem_c%d", at.ID)
		return fmt.Sprintf("(%s + %d)", name, at.Off), fmt.Sprintf("static unsigned char %s[] = {%s};", name, bytes), nil
	case ir.OfSite: // below
	}
	if g.code[at.ID] {
		return "tandem_stub", "", nil
	}
	name := names[ir.Place{Kind: ir.OfSite, ID: at.ID, Occ: at.Occ}]
	if name == "" {
		return "", "", fmt.Errorf("an object of %s is not at hand", g.p.Sites[at.ID].Key)
	}
	return fmt.Sprintf("(%s + %d)", name, at.Off), "", nil
}

// contents returns the bytes of an object as a list of C initialisers; false if the object is large or has values that
// are not numbers.
func contents(o *ir.Object) (string, bool) {
	if o.Size > 1<<16 {
		return "", false
	}
	bytes := make([]byte, max(o.Size, 1))
	for _, it := range o.Init {
		c, ok := it.Val.(*ir.Const)
		if !ok {
			return "", false
		}
		for k := range it.Val.Type().Size() {
			if i := it.Off + int64(k); i < o.Size {
				bytes[i] = byte(c.Bits >> (8 * k))
			}
		}
	}
	var b strings.Builder
	for _, x := range bytes {
		fmt.Fprintf(&b, "%d,", x)
	}
	return b.String(), true
}

// commentText returns s without the end of a C comment.
func commentText(s string) string { return strings.ReplaceAll(s, "*/", "* /") }

// externs writes weak definitions of variables that the source only declares, or that have arbitrary initial contents,
// and the function that fills them with the values of the test.
func externs(b *strings.Builder, p *ir.Program) {
	var fill strings.Builder
	seen := map[string]bool{}
	add := func(name string, site *ir.Site, size, align int64) {
		if !cname.MatchString(name) || seen[name] || site == nil {
			return
		}
		seen[name] = true
		fmt.Fprintf(b, "unsigned char tandem_data%d[%d] __asm__(\"%s\") __attribute__((weak, aligned(%d)));\n", site.ID,
			max(size, 1), name, max(align, 1))
		fmt.Fprintf(&fill, "\tfill(%d, tandem_data%d, %d);\n", site.ID, site.ID, size)
	}
	for _, o := range p.Objects {
		if o.Uninit && !o.Const && o.Scope == (ir.Scope{}) {
			add(o.Source, o.Site, o.Size, o.Align)
		}
	}
	for _, e := range p.Entry.Edges {
		if in, ok := e.Stmt.(*ir.Input); ok && in.Dst.Global && in.Dst.Type.Kind != ir.Ptr {
			add(in.Dst.Source, in.Site, int64(in.Dst.Type.Size()), int64(in.Dst.Type.Size()))
		}
	}
	fmt.Fprintf(b, "static void fill_data(void) {\n%s}\n", fill.String())
}
