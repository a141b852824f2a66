package ir

import "github.com/tandem-verifier/tandem/internal/graph"

// Lasting returns the objects that live from their first declaration to the end of every execution, in one instance:
// the global objects, and the local objects of the entry function that are declared at one edge, which no cycle
// contains, and that no End ends. The entry function has none if it is called.
func (p *Program) Lasting() map[*Object]bool {
	lasting := map[*Object]bool{}
	for _, o := range p.Objects {
		lasting[o] = true
	}
	_, component := graph.SCC(p.Entry.Graph())
	declared := map[*Object]int{}
	ended := map[*Object]bool{}
	called := false
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch st := e.Stmt.(type) { // sound: others neither begin nor end the life of a local object of the entry
			case *Decl:
				declared[st.Obj]++
				if f != p.Entry || component[e.From.ID] == component[e.To.ID] {
					ended[st.Obj] = true
				}
			case *End:
				ended[st.Obj] = true
			case *Call:
				called = called || st.Func == p.Entry
			}
		}
	}
	for _, o := range p.Entry.Objects {
		if !called && declared[o] == 1 && !ended[o] {
			lasting[o] = true
		}
	}
	return lasting
}
