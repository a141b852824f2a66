package cfront

import "github.com/tandem-verifier/tandem/internal/ir"

// unsetNowhere records, where accesses to memory are checked, that pointers in uninitialised bytes of variables and of
// the heap lead to no object of the program: an access through one is a violation, as with a pointer variable that is
// kept in a register (unsetSize). Otherwise the bytes may be the address of any object that fits, so that in
//
//	T *p; if (get(&p)) use(p);
//
// a points-to analysis, which does not order statements, takes p for a pointer to any object.
func (l *entryInputs) unsetNowhere() {
	if !l.Cfg.HasCheck(ir.ValidDeref) {
		return
	}
	l.unread.allocs = nil
	own := func(s *ir.Site) {
		if s != nil {
			s.Own = true
		}
	}
	for _, f := range l.fns {
		for _, o := range f.f.Objects {
			if !l.unread.objects[o] {
				own(o.Site)
			}
		}
		for _, e := range f.f.Edges {
			if a, is := e.Stmt.(*ir.Alloc); is {
				own(a.Site)
			}
		}
	}
}
