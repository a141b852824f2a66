package ir

// origins checks the rule about origins in the package comment for e, except for values of registers: Origin and After
// of e must form a path from the origin of e's start to the origin of e's end. In a slice, edges may be missing after
// the path.
func (c *checker) origins(e *Edge) {
	at := c.follow(e.From.Origin, e.Origin)
	if call, ok := e.Stmt.(*Call); ok && len(e.Origin) > 0 {
		own := e.Origin[len(e.Origin)-1]
		if o, ok := own.Stmt.(*Call); !ok || o.Func != call.Func.Origin {
			c.bad("the origin of the call is another statement")
		}
		at = own.To // After begins where the call has returned
	}
	at = c.follow(at, e.After)
	if to := e.To.Origin; at != nil && to != nil && at != to && !c.p.Slice {
		c.bad("the origins lead to L%d of %s, the origin of the end is L%d of %s", at.ID, at.Func.Name, to.ID, to.Func.Name)
	}
}

// follow checks that es is a path from the location at, and returns the end of this path. All these parts belong to the
// program from which c.p was derived. A nil location is unknown; a path has an unknown end after a Return, since the
// end depends on the call.
func (c *checker) follow(at *Loc, es []*Edge) *Loc {
	for _, o := range es {
		if at != nil && o.From != at {
			c.bad("an origin starts at L%d of %s, the one before leads to L%d of %s", o.From.ID, o.From.Func.Name, at.ID,
				at.Func.Name)
		}
		at = o.To
		switch s := o.Stmt.(type) { // sound: other statements lead to the end of their edge
		case *Call:
			at = s.Func.Entry
		case *Return:
			at = nil
		}
	}
	return at
}
