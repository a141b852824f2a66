package cprint

import (
	"bytes"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// runtimeText has the parameters of the sections of c/runtime.c.
type runtimeText struct {
	Stdin, Trace bool
	Fuel         uint64
	Places       bool     // records may hold addresses
	Blocks       bool     // the program keeps a list of its objects
	Asks         bool     // the program has questions (ir.Valid), so Blocks is set; without Asks, it needs sizes only
	Obligations  []string // the texts of the obligations, as C literals
	Exit         any      // the exit statuses (exits)
}

// runtimeText returns the parameters for this program.
func (g *gen) runtimeText() runtimeText {
	t := runtimeText{Stdin: g.opt.Stdin, Trace: g.opt.Trace, Fuel: g.opt.Fuel, Places: g.places(),
		Blocks: g.asks || g.asksExtent(), Asks: g.asks, Exit: exits}
	for _, o := range g.p.Obligations {
		text := o.Text
		if text == "" {
			text = o.Kind
		}
		if o.Pos.IsValid() {
			text += fmt.Sprintf(" at %s:%d", o.Pos.File, o.Pos.Line)
		}
		t.Obligations = append(t.Obligations, cstring(text))
	}
	return t
}

// table writes the table of inputs and the names of the sites for messages.
func (g *gen) table(b *bytes.Buffer) {
	writeC(b, "record", g.runtimeText())
	if !g.opt.Stdin {
		rs := sorted(g.opt.Records)
		fmt.Fprintf(b, "static const struct tandem_record tandem_records[] = {\n")
		for _, r := range rs {
			key := ""
			if r.Site >= 0 && r.Site < len(g.p.Sites) {
				key = " /* " + commentText(g.p.Sites[r.Site].Key) + " */"
			}
			if r.At.Kind != ir.Number {
				fmt.Fprintf(b, "  {%d, %d, %d, %d, %#xull, %d}, /* %s */\n", r.Site, r.Occ, r.Off, r.Type.Size(), uint64(r.At.Off),
					g.placeOf(r.At), commentText(ir.PlaceText(g.p, r.At)))
				continue
			}
			fmt.Fprintf(b, "  {%d, %d, %d, %d, %#xull},%s\n", r.Site, r.Occ, r.Off, r.Type.Size(), r.Bits, key)
		}
		fmt.Fprintf(b, "  {-1, 0, 0, 0, 0}\n};\nstatic const int tandem_num = %d;\n\n", len(rs))
	}
	fmt.Fprintf(b, "static int tandem_occ[%d]; /* executions of each input site so far */\n", max(len(g.p.Sites), 1))
	b.WriteString("static const char *const tandem_keys[] = {\n")
	for _, s := range g.p.Sites {
		fmt.Fprintf(b, "  %s,\n", cstring(s.Key))
	}
	b.WriteString("  \"\"\n};\n\n")
	g.placeTable(b)
}

// commentText returns s, changed if it would end the C comment around it.
func commentText(s string) string {
	return string(bytes.ReplaceAll([]byte(s), []byte("*/"), []byte("* /")))
}

// runtime writes the functions of the runtime, which are the same for every program up to options.
func (g *gen) runtime(b *bytes.Buffer) {
	t := g.runtimeText()
	writeC(b, "ends", t)
	writeC(b, "memory", t)
}

// main writes the function main.
func (g *gen) main(b *bytes.Buffer) { writeC(b, "main", g.runtimeText()) }
